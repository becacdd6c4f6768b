"""Each language's fixture against the definitions that its author expects; positions and ranges on small texts."""

from pathlib import Path

import pytest

from cotext.chunking.chunk_file import chunk_file
from cotext.chunking.languages import language_of_path
from cotext.chunking.syntax import definitions_of
from cotext.chunking.syntax_text import SyntaxText
from cotext.records import Definition, LineRange, Position, SymbolKind
from cotext.workspace.lines import split_lines

FIXTURES = Path(__file__).parents[2] / "fixtures" / "chunking"
EXPECTED = "expected_definitions.txt"
LANGUAGES = sorted(path.parent.name for path in FIXTURES.glob(f"*/{EXPECTED}"))


def source_of(language: str) -> Path:
    (path,) = [one for one in (FIXTURES / language).iterdir() if one.name != EXPECTED]
    return path


def definitions(text: str, language: str, grammar: str) -> list[Definition]:
    return definitions_of(SyntaxText(text, split_lines(text)), language, grammar)


def only(text: str, language: str, grammar: str, name: str) -> Definition:
    (one,) = [one for one in definitions(text, language, grammar) if one.name == name]
    return one


def test_all_languages_have_a_fixture() -> None:
    assert set(LANGUAGES) >= {
        "python",
        "javascript",
        "typescript",
        "typescriptreact",
        "go",
        "rust",
        "java",
        "c",
        "cpp",
        "csharp",
        "ruby",
        "php",
        "kotlin",
        "swift",
        "scala",
        "lua",
        "shellscript",
        "elixir",
        "haskell",
        "zig",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_definitions_of_the_fixture(language: str) -> None:
    path = source_of(language)
    assert language_of_path(path.name) == language
    chunked = chunk_file(path.name, language, path.read_text("utf-8"))
    assert chunked.degraded == ""
    found = [
        f"{one.name_range.start.line + 1}\t{one.kind.name.lower()}\t{one.container or '-'}\t{one.name}"
        for chunk in chunked.chunks
        for one in chunk.definitions
    ]
    assert found == (FIXTURES / language / EXPECTED).read_text("utf-8").splitlines()


@pytest.mark.parametrize("language", LANGUAGES)
def test_ranges_of_the_fixture(language: str) -> None:
    text = source_of(language).read_text("utf-8")
    lines = split_lines(text)
    for chunk in chunk_file("a", language, text).chunks:
        for one in chunk.definitions:
            line = one.name_range.start.line
            assert one.whole.start <= one.signature.start < one.signature.end <= one.whole.end
            assert one.signature.start <= line < one.whole.end
            assert one.name_range.start.line == one.name_range.end.line
            shown = lines[line][one.name_range.start.column : one.name_range.end.column]
            assert one.name in shown or one.kind is SymbolKind.OPERATOR


def test_ranges_in_lines_and_code_points() -> None:
    text = "# 𝒳 says\n# hello\n@trace\ndef grüße(\n    ä,\n):\n    '''Doc.'''\n    return ä\n"
    one = only(text, "python", "python", "grüße")
    assert one.name_range.start == Position(3, 4)
    assert one.name_range.end == Position(3, 9)
    assert one.signature == LineRange(3, 6)
    assert one.whole == LineRange(0, 8)
    after = only("x = '𝒳𝒳'; y = 1\n", "python", "python", "y")
    assert after.name_range.start == Position(0, 10)


@pytest.mark.parametrize("end", ["\r\n", "\r", "\n"])
def test_line_ends_do_not_move_definitions(end: str) -> None:
    text = "import os\f\n\n# one\ndef a():\n    pass\n\n\nclass B:\n    def c(self): return '\u2028'\n".replace(
        "\n", end
    )
    found = [
        (one.name, one.container, one.name_range.start.line, one.whole) for one in definitions(text, "python", "python")
    ]
    assert found == [
        ("a", "", 3, LineRange(2, 5)),
        ("B", "", 7, LineRange(7, 9)),
        ("c", "B", 8, LineRange(8, 9)),
    ]


def test_byte_order_mark_and_nul() -> None:
    one, two = definitions("\ufeffdef a(): pass\ndef b(): '\0'\n", "python", "python")
    assert (one.name, one.name_range.start) == ("a", Position(0, 5))
    assert (two.name, two.name_range.start) == ("b", Position(1, 4))


def test_lone_surrogates_keep_columns() -> None:
    one = only("s = '\ud800\udc00'; t = 2\n", "python", "python", "t")
    assert one.name_range.start == Position(0, 10)


def test_block_comments_and_attributes_belong_to_the_definition() -> None:
    text = "use a;\n\n/* Says\n   why. */\n#[derive(\n    Debug,\n)]\npub struct A {\n    b: u8,\n}\n"
    one = only(text, "rust", "rust", "A")
    assert one.whole == LineRange(2, 10)
    assert one.signature == LineRange(7, 8)


def test_a_comment_after_a_blank_line_belongs_to_no_definition() -> None:
    assert only("// License\n\nfunc a() {}\n", "go", "go", "a").whole == LineRange(2, 3)


def test_a_trailing_comment_belongs_to_its_own_line() -> None:
    assert only("int a; /* not b's */\nint b;\n", "c", "c", "b").whole == LineRange(1, 2)


def test_annotations_are_not_the_signature() -> None:
    text = 'class A {\n  @Test(\n    name = "x"\n  )\n  public\n  void run() {\n  }\n}\n'
    one = only(text, "java", "java", "run")
    assert one.signature == LineRange(4, 6)
    assert one.whole == LineRange(1, 7)


def test_attribute_macros_of_cpp() -> None:
    text = (
        "class EXPORTED Lock final {\n public:\n  int* data() const LIFETIME_BOUND {\n    return p;\n  }\n};\n"
        "struct TAG value = {1};\n"
        "template <typename T>\nSTATIC_INLINE ns::Result<T> make(T t) {\n  return t;\n}\n"
    )
    found = {(one.container, one.name): one.kind for one in definitions(text, "cpp", "cpp")}
    assert found[("", "Lock")] is SymbolKind.CLASS
    assert found[("Lock", "data")] is SymbolKind.METHOD
    assert found[("", "make")] is SymbolKind.FUNCTION
    assert ("", "value") in found


def test_two_names_of_one_statement_stand_side_by_side() -> None:
    found = [(one.name, one.container) for one in definitions("a, b = 1, 2\n", "python", "python")]
    assert found == [("a", ""), ("b", "")]


def test_both_branches_of_a_condition_in_haskell_count() -> None:
    text = "#if MIN_VERSION(1)\na :: Int\na = 1\n#else\nb :: Int\nb = 2\n#endif\nc = 3\n"
    assert [one.name for one in definitions(text, "haskell", "haskell")] == ["a", "b", "c"]
