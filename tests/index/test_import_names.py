"""Names and paths as code that imports them spells them."""

from __future__ import annotations

import pytest

from cotext.index.import_names import import_name, is_qualified, path_components, plain_name


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a.py", "a"),
        ("src/my_file.test.ts", "myfile"),
        ("pkg/__init__.py", "pkg"),
        ("src/net-io/mod.rs", "netio"),
        ("web/Cart/index.tsx", "cart"),
        ("main.go", "main"),
        (".bashrc", ""),
    ],
)
def test_what_an_import_calls_a_file(path: str, name: str) -> None:
    assert import_name(path) == name


@pytest.mark.parametrize(
    ("name", "plain"),
    [("Config", "Config"), ("Phoenix.Config", "Config"), ("a::b", "b"), ("App\\Http", "Http"), ("x.", "x."), ("", "")],
)
def test_the_last_part_of_a_qualified_name(name: str, plain: str) -> None:
    assert plain_name(name) == plain
    assert is_qualified(name) == any(separator in name for separator in ".:\\")


def test_a_file_that_stands_for_its_folder_adds_no_component() -> None:
    assert path_components("src/Task-Hooks/mod.rs") == (("src", "taskhooks"), ("src", "taskhooks"))
    assert path_components("src/task_hooks.rs") == (("src", "taskhooks"), ("src",))
