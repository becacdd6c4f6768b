"""Code from other places as comments of the document's language, for models that are shown one document only."""

from __future__ import annotations

from collections.abc import Sequence

from cotext.inline_model.pieces import Piece

__all__ = ["as_comments", "comment_marks"]

_LINE_COMMENTS = {
    "#": "bitbake cmake coffeescript crystal dockerfile elixir fish gdscript graphql hcl ignore ini julia makefile "
    "meson nim ninja nix perl perl6 pip-requirements powershell properties puppet python r ruby shellscript snakemake "
    "starlark tcl terraform toml yaml",
    "--": "ada agda elm haskell lua luau plsql purescript sql vhdl",
    ";": "asm clojure commonlisp elisp fennel janet llvm racket scheme",
    "%": "erlang latex bibtex matlab prolog tex",
    '"': "vim",
    "!": "fortran",
    "'": "vb",
    "REM": "bat",
}
_BLOCK_COMMENTS = {
    ("<!--", "-->"): "html markdown svelte vue xml astro handlebars svg xsl",
    ("/*", "*/"): "css less",
    ("(*", "*)"): "ocaml ocaml.interface sml",
}
_LINE = {language: mark for mark, languages in _LINE_COMMENTS.items() for language in languages.split()}
_BLOCK = {language: marks for marks, languages in _BLOCK_COMMENTS.items() for language in languages.split()}


def comment_marks(language: str) -> tuple[str, str]:
    """How a comment of one line begins and ends in a language, by its identifier; "//" and nothing where it is not
    known."""
    return _BLOCK.get(language) or (_LINE.get(language, "//"), "")


def as_comments(pieces: Sequence[Piece], language: str) -> str:
    """The pieces as comment lines, each after the name of its file; "" where there are none."""
    begin, end = comment_marks(language)

    def comment(line: str) -> str:
        inside = line.replace(end, " ") if end else line
        return f"{begin} {inside} {end}".rstrip() if end else f"{begin} {inside}".rstrip()

    return "".join(
        f"{comment(line)}\n" for one in pieces for line in (f"Path: {one.path}", *one.text.rstrip("\n").split("\n"))
    )
