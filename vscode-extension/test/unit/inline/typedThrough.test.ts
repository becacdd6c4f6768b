import * as assert from "node:assert/strict";

import { type TextChange, TypedThrough } from "../../../src/inline/typedThrough";

const URI = "file:///a.py";

describe("a suggestion that is typed", () => {
  const at = (line: number, character: number) => ({ line, character });
  const insert = (line: number, character: number, text: string): TextChange => ({
    start: at(line, character),
    end: at(line, character),
    text,
  });
  const remove = (line: number, from: number, to: number): TextChange => ({ start: at(line, from), end: at(line, to), text: "" });

  function following(...texts: string[]): TypedThrough {
    const typed = new TypedThrough();
    typed.start(URI, at(3, 4), texts);
    return typed;
  }

  it("is left as it is while nothing is typed", () => {
    assert.deepEqual(following("return x").remainders(URI, at(3, 4)), [{ text: "return x", overtype: 0 }]);
  });

  it("gets shorter by what is typed of it", () => {
    const typed = following("return x", "raise");
    typed.change(URI, [insert(3, 4, "r")]);
    assert.deepEqual(typed.remainders(URI, at(3, 5)).map(({ text }) => text), ["eturn x", "aise"]);
    typed.change(URI, [insert(3, 5, "et")]);
    assert.deepEqual(typed.remainders(URI, at(3, 7)).map(({ text }) => text), ["urn x"]);
  });

  it("is asked for anew at any other place, and in any other document", () => {
    const typed = following("return x");
    assert.deepEqual(typed.remainders(URI, at(3, 5)), []);
    assert.deepEqual(typed.remainders("file:///b.py", at(3, 4)), []);
  });

  it("ends with anything else that is typed, and when it is typed whole", () => {
    const other = following("return x");
    other.change(URI, [insert(3, 4, "p")]);
    assert.deepEqual(other.remainders(URI, at(3, 5)), []);
    const whole = following("ab");
    whole.change(URI, [insert(3, 4, "ab")]);
    assert.deepEqual(whole.remainders(URI, at(3, 6)), []);
  });

  it("ends with changes elsewhere, which may change what it should be", () => {
    for (const change of [[insert(0, 0, "import x\n")], [insert(3, 4, "r"), insert(9, 0, "r")], [remove(3, 0, 4)]]) {
      const typed = following("return x");
      typed.change(URI, change);
      assert.deepEqual(typed.remainders(URI, at(3, 4)), []);
    }
  });

  it("does not care for other documents, and for changes of nothing", () => {
    const typed = following("return x");
    typed.change("file:///b.py", [insert(3, 4, "q")]);
    typed.change(URI, []);
    assert.equal(typed.remainders(URI, at(3, 4)).length, 1);
  });

  it("comes back when what was typed is deleted", () => {
    const typed = following("return x");
    typed.change(URI, [insert(3, 4, "ret")]);
    typed.change(URI, [remove(3, 6, 7)]);
    assert.deepEqual(typed.remainders(URI, at(3, 6)), [{ text: "turn x", overtype: 0 }]);
    typed.change(URI, [remove(3, 4, 6)]);
    assert.deepEqual(typed.remainders(URI, at(3, 4)), [{ text: "return x", overtype: 0 }]);
    typed.change(URI, [remove(3, 3, 4)]);
    assert.deepEqual(typed.remainders(URI, at(3, 3)), []);
  });

  it("is followed over lines", () => {
    const typed = following("if x:\n    y\n");
    typed.change(URI, [insert(3, 4, "if x:")]);
    typed.change(URI, [insert(3, 9, "\r\n    ")]);
    assert.deepEqual(typed.remainders(URI, at(4, 4)), [{ text: "y\n", overtype: 0 }]);
  });

  it("takes brackets that the editor closes for its own", () => {
    const typed = following("call(a, [b])");
    typed.change(URI, [insert(3, 4, "call")]);
    typed.change(URI, [insert(3, 8, "()")]);
    assert.deepEqual(typed.remainders(URI, at(3, 9)), [{ text: "a, [b])", overtype: 1 }]);
    typed.change(URI, [insert(3, 9, "a, ")]);
    typed.change(URI, [insert(3, 12, "[]")]);
    assert.deepEqual(typed.remainders(URI, at(3, 13)), [{ text: "b])", overtype: 2 }]);
    typed.change(URI, [insert(3, 13, "b")]);
    typed.change(URI, [{ start: at(3, 14), end: at(3, 15), text: "]" }]);
    assert.deepEqual(typed.remainders(URI, at(3, 15)), []);
  });

  it("starts over with new suggestions", () => {
    const typed = following("one");
    typed.start(URI, at(0, 0), ["", "two"]);
    assert.deepEqual(typed.remainders(URI, at(0, 0)), [{ text: "two", overtype: 0 }]);
    typed.clear();
    assert.deepEqual(typed.remainders(URI, at(0, 0)), []);
  });
});
