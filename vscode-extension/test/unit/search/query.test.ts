import * as assert from "node:assert/strict";

import { languageIdentifier, parseQuery, pathGlobs } from "../../../src/search/query";

describe("what is typed into the palette", () => {
  const plain = { languages: [], include: [], exclude: [] };

  it("is words without a prefix", () => {
    assert.deepEqual(parseQuery("  retry  with backoff "), { mode: "hybrid", text: "retry with backoff", ...plain });
  });

  it("is symbols, a pattern or a text with one", () => {
    assert.deepEqual(parseQuery("@ parse config"), { mode: "symbol", text: "parse config", ...plain });
    assert.deepEqual(parseQuery("/fo+ bar"), { mode: "regex", text: "fo+ bar", ...plain });
    assert.deepEqual(parseQuery('"a  b'), { mode: "literal", text: "a  b", ...plain });
  });

  it("keeps a prefix as it is behind a space or in the middle", () => {
    assert.equal(parseQuery(" @Override").mode, "hybrid");
    assert.equal(parseQuery(" @Override").text, "@Override");
    assert.equal(parseQuery("what is /dev/null").mode, "hybrid");
  });

  it("takes filters from anywhere among words", () => {
    assert.deepEqual(parseQuery("lang:py open files path:src/net -path:test"), {
      mode: "hybrid",
      text: "open files",
      languages: ["python"],
      include: ["**/*src/net*", "**/*src/net*/**"],
      exclude: ["**/*test*", "**/*test*/**"],
    });
    assert.deepEqual(parseQuery("@open lang:ts,go").languages, ["typescript", "go"]);
    assert.deepEqual(parseQuery('path:"my code/" x').include, ["**/my code/**"]);
  });

  it("takes filters before a text or pattern, and behind its closing character alone", () => {
    assert.deepEqual(parseQuery('lang:go "path:x'), { ...plain, mode: "literal", text: "path:x", languages: ["go"] });
    assert.deepEqual(parseQuery('"path:x" lang:go'), { ...plain, mode: "literal", text: "path:x", languages: ["go"] });
    assert.equal(parseQuery('"say "hi" there').text, 'say "hi" there');
    assert.equal(parseQuery("/a/ lang:go").text, "a");
    assert.equal(parseQuery("/usr/lib").text, "usr/lib");
    assert.equal(parseQuery('""').text, "");
  });

  it("leaves alone what only looks like a filter", () => {
    assert.equal(parseQuery("xpath:foo").text, "xpath:foo");
    assert.equal(parseQuery("function f(path: string)").text, "function f(path: string)");
    assert.equal(parseQuery("-lang:go").text, "-lang:go");
    assert.equal(parseQuery("lang:").text, "lang:");
  });

  it("may be nothing", () => {
    for (const typed of ["", "  ", "@", "/", '"', "lang:go", "lang:go @"]) {
      assert.equal(parseQuery(typed).text, "", typed);
    }
  });

  it("is read in time that grows with its length", () => {
    const started = performance.now();
    parseQuery("path:a ".repeat(20_000));
    parseQuery("x".repeat(200_000));
    parseQuery("-".repeat(100_000));
    assert.ok(performance.now() - started < 2000);
  });
});

describe("a path filter", () => {
  it("is a part of a path, or a glob", () => {
    assert.deepEqual(pathGlobs("src"), ["**/*src*", "**/*src*/**"]);
    assert.deepEqual(pathGlobs("/src"), ["src*", "src*/**"]);
    assert.deepEqual(pathGlobs("./src/"), ["**/src/**"]);
    assert.deepEqual(pathGlobs("src\\net"), ["**/*src/net*", "**/*src/net*/**"]);
    assert.deepEqual(pathGlobs("*.go"), ["**/*.go"]);
    assert.deepEqual(pathGlobs("**/x/*"), ["**/x/*"]);
    assert.deepEqual(pathGlobs("/"), []);
  });
});

describe("a language filter", () => {
  it("knows what people call languages", () => {
    assert.equal(languageIdentifier("C++"), "cpp");
    assert.equal(languageIdentifier("Rust"), "rust");
    assert.equal(languageIdentifier("constructor"), "constructor");
  });
});
