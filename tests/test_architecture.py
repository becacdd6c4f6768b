"""The house keeps its own rules: paths in the documents exist, modules stay small, `__all__` tells the truth."""

from __future__ import annotations

import ast
import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import cotext

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "server" / "cotext"
MODULES = sorted(PACKAGE.rglob("*.py"))
LONGEST_MODULE = 300
DOCUMENTS = [path for path in (ROOT / "ARCHITECTURE.md", ROOT / "README.md") if path.exists()]
# A path is what looks like one: it holds a slash or ends like a file. Options, globs and methods do not count.
PATH = re.compile(r"\.?[A-Za-z0-9_][\w.-]*(?:/[\w.-]+)*/?")
FILE_SUFFIX = re.compile(r"\.(?:py|md|toml|ts|json|jsonl|scm|lua|txt|svg|safetensors)")
METHOD = re.compile(r"(?:workspace|textDocument|window)/[A-Za-z]+")
FIRST_FOLDERS = {path.name for path in (*ROOT.iterdir(), *PACKAGE.iterdir()) if path.is_dir()}


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT / "server").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def named_paths(text: str) -> list[str]:
    """The paths of this repository that stand in backticks outside fenced blocks."""
    prose = re.sub(r"^```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE)
    spans = re.findall(r"`([^`\n]+)`", prose)
    return [
        span
        for span in spans
        if PATH.fullmatch(span)
        and not METHOD.fullmatch(span)
        and (("/" in span and span.split("/")[0] in FIRST_FOLDERS) or FILE_SUFFIX.fullmatch(Path(span).suffix))
    ]


def test_paths_are_told_from_other_spans() -> None:
    text = "`server/cotext/engine.py` `cotext/search` `workspace/symbol` `make test` `engine.py` `fusion/`\n"
    text += "```\n`server/no.py`\n```\n"
    assert named_paths(text) == ["server/cotext/engine.py", "engine.py", "fusion/"]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda path: path.name)
def test_named_paths_exist(document: Path) -> None:
    named = named_paths(document.read_text(encoding="utf-8"))
    assert named
    assert [
        path for path in named if not any((base / path).exists() for base in (ROOT, PACKAGE, ROOT / "server"))
    ] == []


def test_modules_are_small() -> None:
    lengths = {module_name(path): len(path.read_text(encoding="utf-8").splitlines()) for path in MODULES}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


@pytest.mark.parametrize("path", [path for path in MODULES if path.name != "__main__.py"], ids=module_name)
def test_all_names_what_is_public(path: Path) -> None:
    """Each name in `__all__` is real; a module without public definitions needs none."""
    module = importlib.import_module(module_name(path))
    exported = getattr(module, "__all__", None)
    if exported is None:
        tree = ast.parse(path.read_text(encoding="utf-8"))
        public = [
            node.name for node in tree.body if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name[0] != "_"
        ]
        assert public == [], "a module with public definitions needs __all__"
        return
    assert len(set(exported)) == len(exported)
    assert [name for name in exported if not hasattr(module, name)] == []


def imported_names() -> set[tuple[str, str]]:
    found = set()
    for path in MODULES:
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("cotext"):
                found |= {(node.module, alias.name) for alias in node.names}
    return found


def test_names_that_modules_import_from_each_other_are_public() -> None:
    hidden = []
    for module_path, name in sorted(imported_names()):
        module = importlib.import_module(module_path)
        is_module = (PACKAGE.parent / Path(*module_path.split("."), f"{name}.py")).exists()
        is_package = (PACKAGE.parent / Path(*module_path.split("."), name)).is_dir()
        if not is_module and not is_package and name not in getattr(module, "__all__", ()):
            hidden.append(f"{module_path}.{name}")
    assert hidden == []


def test_dependencies_point_one_way() -> None:
    run = subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"], cwd=ROOT, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_version_is_told_once() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["version"] == cotext.__version__
    assert f"## [{cotext.__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("command", [["--version"], ["serve", "--help"]])
def test_the_command_starts_without_what_it_does_not_need(command: list[str]) -> None:
    """An editor waits for `cotext serve`: the engine's libraries are loaded after it has answered."""
    program = (
        "import sys; from cotext.cli import main; main(sys.argv[1:])\n"
        "heavy = {'numpy', 'tantivy', 'tokenizers', 'tree_sitter', 'pygit2', 'pygls', 'torch'}\n"
        "print('loaded:', sorted(heavy & set(sys.modules)))\n"
    )
    run = subprocess.run([sys.executable, "-c", program, *command], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "loaded: []"
