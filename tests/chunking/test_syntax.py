"""Where files are cut, and what the chunks carry."""

from cotext.chunking.chunk_file import chunk_file
from cotext.chunking.syntax_split import LARGEST_CHARACTERS, TARGET_CHARACTERS
from cotext.records import Chunk


def chunks_of(text: str, language: str = "python") -> tuple[Chunk, ...]:
    return chunk_file("a", language, text).chunks


def names(chunk: Chunk) -> list[str]:
    return [one.name for one in chunk.definitions]


def function(name: str, statements: int, indent: str = "") -> str:
    body = "".join(f"{indent}    value_{number} = compute({number}, {name!r})\n" for number in range(statements))
    return f"{indent}def {name}():\n{body}"


def test_small_neighbours_share_a_chunk() -> None:
    (chunk,) = chunks_of("import os\n\n\n" + function("a", 3) + "\n\n" + function("b", 3))
    assert names(chunk) == ["a", "b"]
    assert chunk.references[:2] == ("os", "value_0")


def test_definitions_stay_whole() -> None:
    chunks = chunks_of("import os\n\n\n" + "\n\n".join(function(name, 25) for name in "abcd"))
    assert [names(chunk) for chunk in chunks] == [["a"], ["b"], ["c"], ["d"]]
    assert chunks[0].text.startswith("import os")
    assert all(chunk.context == "" and chunk.breadcrumb == () for chunk in chunks)


def test_a_long_function_is_cut_between_statements_and_keeps_its_signature() -> None:
    first, *rest = chunks_of(function("long", 200))
    assert names(first) == ["long"]
    assert len(rest) == 3
    sizes = [len(chunk.text) for chunk in (first, *rest)]
    assert max(sizes) <= LARGEST_CHARACTERS
    assert min(sizes) > TARGET_CHARACTERS / 2
    for chunk in rest:
        assert chunk.context == "def long():\n"
        assert chunk.breadcrumb == ("long",)
        assert chunk.definitions == ()


def test_a_comment_stays_with_the_statement_below() -> None:
    text = "def f():\n" + "".join(
        f"    # about {n}\n    # more about {n}\n    call_{n}(1, 2, 3)\n\n" for n in range(100)
    )
    for chunk in chunks_of(text)[1:]:
        assert chunk.text.startswith("    # about")


def test_members_of_a_long_class_carry_its_name_and_head() -> None:
    text = "class Long(Base):\n    '''Says what.'''\n\n" + "\n".join(function(name, 25, "    ") for name in "abc")
    text += "\n\ndef after(): pass\n"
    chunks = chunks_of(text)
    assert [names(chunk) for chunk in chunks] == [["Long", "a"], ["b"], ["c"], ["after"]]
    assert [chunk.breadcrumb for chunk in chunks] == [(), ("Long",), ("Long",), ()]
    assert [chunk.context for chunk in chunks] == ["", "class Long(Base):\n", "class Long(Base):\n", ""]


def test_a_part_of_a_method_is_below_class_and_method() -> None:
    chunks = chunks_of("class Long:\n" + function("small", 2, "    ") + "\n" + function("large", 100, "    "))
    assert chunks[-1].breadcrumb == ("Long", "large")
    assert chunks[-1].context == "class Long:\n    def large():\n"


def test_rust_impl_is_a_container() -> None:
    body = "".join(f"        call_{number}(self);\n" for number in range(60))
    methods = "".join(f"    fn {name}(&self) {{\n{body}    }}\n\n" for name in "abc")
    chunks = chunks_of("impl<T> Thing<T> {\n" + methods + "}\n", "rust")
    assert [names(chunk) for chunk in chunks] == [["a"], ["b"], ["c"]]
    assert {chunk.breadcrumb for chunk in chunks} == {("Thing",)}
    assert chunks[-1].context == "impl<T> Thing<T> {\n"
    assert chunks[-1].text.endswith("}\n")


def test_a_short_comment_goes_with_what_follows_it() -> None:
    text = function("a", 25) + "\n\n# Section two\n\n" + function("b", 25)
    first, second = chunks_of(text)
    assert second.text.startswith("# Section two")
    assert "Section" not in first.text


def test_summaries_hold_signatures_and_first_paragraphs() -> None:
    (chunk,) = chunks_of('def f(\n    a,\n):\n    """Adds\n    two.\n\n    Slowly.\n    """\n')
    assert chunk.summary == "def f( a, ):\nAdds two."
    (chunk,) = chunks_of("/**\n * Adds <b>two</b>.\n *\n * Slowly.\n * @return it\n */\nint f() { return 2; }\n", "cpp")
    assert chunk.summary == "int f() { return 2; }\nAdds <b>two</b>."
    (chunk,) = chunks_of("/// <summary>\n/// Adds two.\n/// </summary>\nclass A { }\n", "csharp")
    assert chunk.summary == "class A { }\nAdds two."
    (chunk,) = chunks_of('defmodule A do\n  @doc """\n  Adds two.\n\n  Slowly.\n  """\n  def f, do: 2\nend\n', "elixir")
    assert chunk.summary.endswith("def f, do: 2\nAdds two.")
    (chunk,) = chunks_of("-- | Adds two.\nf :: Int\nf = 2\n", "haskell")
    assert chunk.summary == "f :: Int\nAdds two."


def test_several_definitions_on_one_line_are_one_chunk() -> None:
    line = "".join(f"struct S{number} {{ int a; }}; " for number in range(200))
    lines = "".join(f"int f_{number}(int value);\n" for number in range(60))
    *_, chunk = chunks_of(lines + line + "\n", "cpp")
    assert len(chunk.definitions) == 400
    assert not chunk.embeddable


def test_a_grammar_without_a_query_is_cut_at_its_nodes() -> None:
    text = "".join(f"[section_{number}]\n" + f"key_{number} = 'value'\n" * 12 + "\n" for number in range(30))
    chunks = chunks_of(text, "toml")
    assert len(chunks) > 3
    assert all(chunk.text.startswith("[section_") for chunk in chunks)
    assert all(not chunk.definitions for chunk in chunks)
    assert "key_0" in chunks[0].references
