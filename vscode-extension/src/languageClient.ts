import {
  ExecuteCommandRequest,
  InlineCompletionRequest,
  LanguageClient,
  type DynamicFeature,
  type InitializeParams,
  type StaticFeature,
} from "vscode-languageclient/node";

/**
 * What the extension does itself: commands, whose names the palette shows, and inline completions, which are kept while
 * a person types on through them.
 */
const OWN: readonly string[] = [ExecuteCommandRequest.method, InlineCompletionRequest.method];

/** A language client that leaves to the extension what it does itself, and never interrupts a person. */
export class QuietLanguageClient extends LanguageClient {
  override registerFeature(feature: StaticFeature | DynamicFeature<unknown>): void {
    const method = "registrationType" in feature ? feature.registrationType.method : undefined;
    if (method === undefined || !OWN.includes(method)) {
      super.registerFeature(feature);
    }
  }

  /** How far the indexes are is told by the extension's own status item; the editor would show a second one beside it. */
  protected override fillInitializeParams(params: InitializeParams): void {
    super.fillInitializeParams(params);
    if (params.capabilities.window !== undefined) {
      params.capabilities.window.workDoneProgress = false;
    }
  }

  /** Failures go to the log; the extension has one message for each, with buttons. */
  override error(message: string, data?: unknown): void {
    super.error(message, data, false);
  }

  override warn(message: string, data?: unknown): void {
    super.warn(message, data, false);
  }

  override info(message: string, data?: unknown): void {
    super.info(message, data, false);
  }
}
