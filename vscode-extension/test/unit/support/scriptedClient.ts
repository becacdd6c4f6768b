import { join } from "node:path";
import type { CotextClient } from "../../../src/client";
import { makeClient } from "./testClient";

/** How the scripted server answers a method. */
export interface ScriptedAnswer {
  result?: unknown;
  error?: { code: number; message: string };
  delayMs?: number;
  never?: boolean;
  exit?: boolean;
}

/** A client of a server that answers as a test wants. Start it before use; stop it afterwards. */
export function scriptedClient(script: Record<string, ScriptedAnswer>): CotextClient {
  const server = join(process.env.COTEXT_TEST_EXTENSION ?? process.cwd(), "test", "unit", "support", "scriptedServer.mjs");
  return makeClient([process.execPath, server, JSON.stringify(script)]);
}

/** What the server was asked so far of a method: its parameters. */
export async function asked(client: CotextClient, method: string): Promise<unknown[]> {
  const requests = await client.request<{ method: string; params: unknown }[]>("test/requests", {});
  return requests.filter((one) => one.method === method).map((one) => one.params);
}
