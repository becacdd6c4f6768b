import * as assert from "node:assert/strict";

import { contextBody, escapeHtml, messageBody } from "../../../src/context/contextHtml";
import { contextPage } from "../../../src/context/contextPage";
import { type Chunk, type CompletionContextResult, SymbolKind } from "../../../src/protocol.gen";

function result(fields: Partial<CompletionContextResult> = {}): CompletionContextResult {
  return {
    chunks: [],
    query: { range: { start: { line: 0, character: 0 }, end: { line: 1, character: 0 } } },
    isIncomplete: false,
    elapsedMs: 12.3,
    ...fields,
  };
}

const CHUNK: Chunk = {
  uri: "file:///w/<b>.ts",
  range: { start: { line: 4, character: 0 }, end: { line: 6, character: 0 } },
  languageId: "typescript",
  text: "const a = '<script>alert(1)</script>';\nb();\n",
  score: { rrf: 0.031, ranks: { definition: 1 }, bm25: 4.2, embedding: 0.5 },
  matchedBy: ["definition"],
  symbol: { name: "a<i>", kind: SymbolKind.Constant, container: "M" },
};

describe("the page of a context", () => {
  const cursor = { path: "src/<app>.ts", line: 41 };
  const body = (answer: CompletionContextResult) => contextBody(answer, cursor, (uri) => uri.slice("file:///w/".length));

  it("shows each piece with its place, symbol, reasons and scores", () => {
    const html = body(result({ chunks: [CHUNK] }));
    assert.match(html, /Context at src\/&lt;app&gt;\.ts:42/);
    assert.match(html, /1 piece of code · 44 characters · 12 ms/);
    assert.match(html, /&lt;b&gt;\.ts:5–6/);
    assert.match(html, /constant M\.a&lt;i&gt;/);
    assert.match(html, /definition #1/);
    assert.match(html, /data-kind="explain" data-index="0" aria-label="Explain the ranking of &lt;b&gt;\.ts:5–6"/);
    assert.match(html, /score 0\.0310 · words 4\.2 · meaning 0\.50/);
  });

  it("holds no markup of the workspace's", () => {
    const html = body(result({ chunks: [CHUNK] }));
    assert.doesNotMatch(html, /<script|<i>|<b>|<app>/);
    assert.equal(escapeHtml(`<a href="x" class='y'>&`), "&lt;a href=&quot;x&quot; class=&#39;y&#39;&gt;&amp;");
  });

  it("says when there is nothing, and when there will be more", () => {
    assert.match(body(result()), /No code elsewhere/);
    assert.match(body(result({ isIncomplete: true })), /Nothing yet\./);
    assert.match(body(result({ isIncomplete: true, chunks: [CHUNK] })), /Incomplete/);
    assert.equal(messageBody("a < b"), `<p class="empty" role="status">a &lt; b</p>`);
  });

  it("marks where an outline leaves lines out", () => {
    const line = (start: number, end: number) => ({ start: { line: start, character: 0 }, end: { line: end, character: 0 } });
    const outlined = { ...CHUNK, text: "class A:\n    def b(self):\n", outline: [line(4, 5), line(9, 10)] };
    assert.match(body(result({ chunks: [outlined] })), /<code>class A:\n {4}…\n {4}def b\(self\):\n<\/code>/);
  });

  it("is framed by a page that runs its own script alone", () => {
    const page = contextPage("N0NCE", "vscode-resource:");
    assert.match(page, /default-src 'none'; style-src vscode-resource: 'nonce-N0NCE'; script-src 'nonce-N0NCE';/);
    assert.equal(page.match(/<script/g)?.length, 1);
    assert.doesNotMatch(page, /https?:/);
  });
});
