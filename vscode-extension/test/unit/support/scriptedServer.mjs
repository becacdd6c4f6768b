// A language server that answers as a test wants: late, wrong or never. Its one argument is a JSON object: for a method
// `{ result }`, `{ error }`, `{ delayMs, result }`, `{ never: true }` or `{ exit: true }`; "test/requests" is answered
// with what was asked of it so far.
import { Buffer } from "node:buffer";
import { setTimeout } from "node:timers";

const script = JSON.parse(process.argv[2] ?? "{}");
const requests = [];
let buffer = Buffer.alloc(0);

function send(message) {
  const body = Buffer.from(JSON.stringify({ jsonrpc: "2.0", ...message }));
  process.stdout.write(`Content-Length: ${body.length}\r\n\r\n`);
  process.stdout.write(body);
}

const ready = { folder: "file:///w", phase: "ready", files: { found: 1, indexed: 1, skipped: 0 }, ignored: 0, chunks: 1 };
const status = { ...ready, generation: 1, model: "builtin", skippedReasons: {}, writer: true };
const own = {
  initialize: { result: { capabilities: { textDocumentSync: 2 } } },
  shutdown: { result: null },
  "cotext/indexStatus": { result: { folders: [status], memoryBytes: 1, serverVersion: "0" } },
};

function receive({ id, method, params }) {
  if (method === "exit") {
    process.exit(0);
  }
  if (id === undefined || method === undefined) {
    return;
  }
  if (method === "test/requests") {
    send({ id, result: requests });
    return;
  }
  requests.push({ method, params });
  const { delayMs = 0, never, exit, error, result = null } = script[method] ?? own[method] ?? {};
  if (exit) {
    process.exit(1);
  }
  if (!never) {
    setTimeout(() => send({ id, ...(error === undefined ? { result } : { error }) }), delayMs);
  }
}

process.stdin.on("data", (data) => {
  buffer = Buffer.concat([buffer, data]);
  for (;;) {
    const end = buffer.indexOf("\r\n\r\n");
    const length = end < 0 ? NaN : Number(/Content-Length: (\d+)/i.exec(buffer.subarray(0, end).toString())?.[1]);
    if (!(buffer.length >= end + 4 + length)) {
      return;
    }
    const body = buffer.subarray(end + 4, end + 4 + length);
    buffer = buffer.subarray(end + 4 + length);
    receive(JSON.parse(body.toString()));
  }
});
process.stdin.on("end", () => process.exit(0));
