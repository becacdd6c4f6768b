import * as assert from "node:assert/strict";

import { type Surroundings, trimSuggestion } from "../../../src/inline/trim";

describe("what is suggested of a model's text", () => {
  function trimmed(text: string, around: Partial<Surroundings> = {}, trigger: "automatic" | "invoked" = "automatic"): string {
    return trimSuggestion(text, { linePrefix: "", lineSuffix: "", following: [], ...around }, trigger);
  }

  it("is the text, if nothing speaks against it", () => {
    assert.equal(trimmed("return x"), "return x");
    assert.equal(trimmed("if x:\r\n    y\r\n"), "if x:\n    y");
  });

  it("is nothing where there is only white space", () => {
    assert.equal(trimmed("  \n \n"), "");
    assert.equal(trimmed(""), "");
  });

  it("leaves out what the line has already", () => {
    assert.equal(trimmed("a, b)", { linePrefix: "f(", lineSuffix: ")" }), "a, b");
    assert.equal(trimmed("a, b);", { linePrefix: "f(", lineSuffix: ");" }), "a, b");
    assert.equal(trimmed("value == other:", { linePrefix: "if ", lineSuffix: " other:" }), "value ==");
    assert.equal(trimmed("value == other:", { linePrefix: "if ", lineSuffix: "other:" }), "value == ");
  });

  it("keeps a bracket that closes one of its own", () => {
    assert.equal(trimmed("g(x)", { linePrefix: "f(", lineSuffix: ")" }), "g(x)");
    assert.equal(trimmed("g(x))", { linePrefix: "f(", lineSuffix: ")" }), "g(x)");
  });

  it("is one line where code follows in the line, and in a line comment", () => {
    assert.equal(trimmed("x,\n  y", { linePrefix: "f(", lineSuffix: ")" }), "x,");
    assert.equal(trimmed("what it does\ncode()", { linePrefix: "    # Says " }), "what it does");
    assert.equal(trimmed("what it does\ncode();", { linePrefix: "x(); // " }), "what it does");
    assert.equal(trimmed("a\nb", { linePrefix: 'url = "http://' }), "a\nb");
  });

  it("ends where the lines that follow begin", () => {
    assert.equal(trimmed("    a()\n    b()\n}", { following: ["    b()", "}"] }), "    a()");
    assert.equal(trimmed("a()\n\n\ndef next():\n    pass", { following: ["", "", "def next():"] }), "a()");
    assert.equal(trimmed("x = 1\n}", { linePrefix: "    ", following: ["}"] }), "x = 1");
  });

  it("keeps a closing line that belongs to a bracket of its own", () => {
    assert.equal(trimmed("if (x) {\n    y();\n}", { following: ["}"] }), "if (x) {\n    y();\n}");
  });

  it("ends with the block that the cursor is in while typing, and not when it is asked for", () => {
    const text = "return x\n\ndef other():\n    pass";
    assert.equal(trimmed(text, { linePrefix: "    " }), "return x");
    assert.equal(trimmed(text, { linePrefix: "    " }, "invoked"), text);
    assert.equal(trimmed("for x in y:\n\t\tz()\n\treturn", { linePrefix: "\t" }), "for x in y:\n\t\tz()\n\treturn");
  });

  it("is made in time that grows with its length", () => {
    const started = performance.now();
    trimmed("x()\n".repeat(5000), { following: ["y()"], linePrefix: " ".repeat(1000) });
    trimmed("(".repeat(20_000), { lineSuffix: ")".repeat(20_000) });
    assert.ok(performance.now() - started < 1000);
  });
});
