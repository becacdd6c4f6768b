import pytest

from cotext.chunking.references import referenced_names


@pytest.mark.parametrize(
    ("language", "text", "names"),
    [
        ("python", "from a import b  # c\nself.d('e', f\"g\")\n'''h\ni'''\nü = b\n", ("a", "b", "d", "f", "ü")),
        ("python", "end of doc '''\nx = 1\n", ("end", "of", "doc", "x")),
        ("rust", "fn f<'a>(x: &'a Vec<u8>) { // y\n  g!(x.len(), \"z\") }", ("f", "a", "x", "Vec", "g", "len")),
        ("typescript", "const a: B<C> = /* d */ e?.f(`${g}`);", ("a", "B", "C", "e", "f", "g")),
        ("ruby", "a.b? && c! # d\ne != f", ("a", "b?", "c!", "e", "f")),
        ("elixir", "Enum.map!(a, &b?/1)", ("Enum", "map!", "a", "b?")),
        ("haskell", "f' x = g x -- h", ("f'", "x", "g")),
        ("lua", "local a = b.c --[[ d\n e ]] f()", ("a", "b", "c", "f")),
        ("shellscript", 'a "$b" ${#c} # d', ("a", "b", "c")),
        ("php", "$this->a(Foo::b($c)); # d", ("a", "Foo", "b", "c")),
        ("toml", 'a = "b" # c', ("a",)),
        ("some-new-language", "a b /* c", ("a", "b")),
    ],
)
def test_names_in_order_without_keywords_comments_and_strings(language: str, text: str, names: tuple[str, ...]) -> None:
    assert referenced_names(text, language) == names


def test_defined_names_are_left_out() -> None:
    assert referenced_names("def a(b): return a(b)", "python", {"a"}) == ("b",)


@pytest.mark.parametrize("piece", ["/*", '"', "'", '"""', "'''", "{-", "--[[", "\\", '"\\', "/* '", "#"])
@pytest.mark.parametrize("language", ["python", "cpp", "haskell", "lua", "elixir"])
def test_what_is_never_closed_is_read_once(piece: str, language: str) -> None:
    # Quadratic, this would take minutes a piece: the run would not end.
    names = referenced_names(piece * 50_000 + "\nlast", language)
    assert set(names) <= {"last"}
