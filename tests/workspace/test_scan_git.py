"""What a scan finds in git work trees: real repositories, made by git."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cotext.workspace import git as git_module
from cotext.workspace.content_id import blob_id
from cotext.workspace.reading import COUNTERS
from cotext.workspace.scan import Scan, ScanRules, belongs, scan_folder, scan_paths

Make = Callable[[Path, dict[str, str | bytes]], None]
Git = Callable[..., str]
RULES = ScanRules()


@pytest.fixture
def tree(tmp_path: Path, git: Git) -> Path:
    folder = tmp_path / "tree"
    folder.mkdir()
    git(folder, "init", "-q")
    return folder


def found(scan: Scan) -> list[str]:
    return [file.path for file in scan.files]


def blobs(scan: Scan) -> dict[str, str | None]:
    return {file.path: file.blob for file in scan.files}


def commit(git: Git, folder: Path) -> None:
    git(folder, "add", "-A")
    git(folder, "commit", "-q", "-m", "x")


def agree(folder: Path) -> Scan:
    """A scan, after checking that judging each path alone says the same, and each blob hash that of the bytes."""
    scan = scan_folder(folder, RULES)
    everything = [Path(top) / name for top, _, names in os.walk(folder) for name in names]
    alone = scan_paths(folder, RULES, everything)
    assert {(one.path, one.tracked) for one in alone.files} == {(one.path, one.tracked) for one in scan.files}
    assert {path.relative_to(folder).as_posix() for path in everything if belongs(folder, RULES, path)} == set(
        found(scan)
    )
    for file in scan.files:
        assert file.blob in (None, blob_id((folder / file.path).read_bytes()))
    return scan


def test_tracked_untracked_and_ignored(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a.py": "1", "d/b.py": "2", ".gitignore": "*.log\nout/\n!keep.log\n"})
    commit(git, tree)
    make(
        tree,
        {"new.py": "3", "x.log": "", "keep.log": "", "out/a": "", "out/b": "", "d/.gitignore": "c.py\n", "d/c.py": ""},
    )
    COUNTERS.reset()
    scan = agree(tree)
    assert found(scan) == [".gitignore", "a.py", "d/.gitignore", "d/b.py", "keep.log", "new.py"]
    assert blobs(scan) == {
        ".gitignore": blob_id(b"*.log\nout/\n!keep.log\n"),
        "a.py": blob_id(b"1"),
        "d/.gitignore": None,
        "d/b.py": blob_id(b"2"),
        "keep.log": None,
        "new.py": None,
    }
    assert [file.path for file in scan.files if file.tracked] == [".gitignore", "a.py", "d/b.py"]
    assert scan.ignored == 3
    assert scan.message is None
    assert COUNTERS.files_read == 0


def test_private_and_global_excludes(tree: Path, git: Git, make: Make, home: Path) -> None:
    make(tree, {".git/info/exclude": "private\n", "private": "", "everywhere": "", "a": ""})
    make(home, {"git/ignore": "x", "ignore": "everywhere\n"})
    (home / ".gitconfig").write_text(f"[core]\n\texcludesFile = {home}/ignore\n")
    assert found(agree(tree)) == ["a"]


def test_changed_files_have_no_blob(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"same": "1", "changed": "1", "staged": "1", "gone": "1", "type": "1", "mode": "1"})
    commit(git, tree)
    make(tree, {"changed": "2", "staged": "3"})
    git(tree, "add", "staged")
    (tree / "gone").unlink()
    (tree / "type").unlink()
    (tree / "type").symlink_to("same")
    scan = agree(tree)
    assert blobs(scan) == {"changed": None, "mode": blob_id(b"1"), "same": blob_id(b"1"), "staged": blob_id(b"3")}


def test_the_same_size_within_the_same_clock_tick(tree: Path, git: Git, make: Make) -> None:
    for attempt in range(20):
        make(tree, {"a": f"{attempt:04}"})
        git(tree, "add", "a")
        make(tree, {"a": f"{attempt:04}"[::-1] + ""})
        stamp = (tree / ".git/index").stat().st_mtime_ns
        os.utime(tree / "a", ns=(stamp, stamp))
        agree(tree)


def test_an_index_that_is_written_during_the_scan(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a": "1", "d/b": "1"})
    commit(git, tree)
    asked: list[int] = []

    def meanwhile() -> bool:
        if not asked:
            make(tree, {"d/b": "2"})
            git(tree, "add", "d/b")
        asked.append(1)
        return False

    scan = scan_folder(tree, RULES, meanwhile)
    for file in scan.files:
        assert file.blob in (None, blob_id((tree / file.path).read_bytes()))


@pytest.mark.parametrize(
    "attributes", ["*.txt text\n", "* text=auto\n", "*.txt eol=crlf\n", "*.txt ident\n", "[attr]m text\n*.txt m\n"]
)
@pytest.mark.parametrize("place", [".gitattributes", "d/.gitattributes", ".git/info/attributes"])
def test_converted_files_have_no_blob(tree: Path, git: Git, make: Make, attributes: str, place: str) -> None:
    make(tree, {"d/a.txt": b"a $Id$\r\nb\r\n", "d/a.py": "x\n", place: attributes})
    commit(git, tree)
    scan = agree(tree)
    assert blobs(scan)["d/a.txt"] is None
    if "auto" not in attributes:
        assert blobs(scan)["d/a.py"] is not None


def test_switching_conversion_off_keeps_the_blob(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a.txt": b"a\r\n", ".gitattributes": "*.txt -text\n*.bin binary\n*.py linguist-generated\n"})
    commit(git, tree)
    assert blobs(agree(tree))["a.txt"] == blob_id(b"a\r\n")


def test_line_ends_by_configuration(tree: Path, git: Git, make: Make) -> None:
    git(tree, "config", "core.autocrlf", "true")
    make(tree, {"a.txt": b"a\r\nb\r\n"})
    commit(git, tree)
    assert blobs(agree(tree)) == {"a.txt": None}


def test_attributes_in_the_user_s_home(tree: Path, git: Git, make: Make, home: Path) -> None:
    make(home, {"attributes": "*.txt text\n"})
    (home / ".gitconfig").write_text(f"[core]\n\tattributesFile = {home}/attributes\n")
    make(tree, {"a.txt": b"a\r\n", "a.py": "x"})
    commit(git, tree)
    assert blobs(agree(tree)) == {"a.txt": None, "a.py": blob_id(b"x")}


def test_flags_that_hide_changes(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"assumed": "1", "skipped": "1", "intended": "1", "plain": "1"})
    git(tree, "add", "assumed", "skipped", "plain")
    git(tree, "commit", "-q", "-m", "x")
    git(tree, "add", "-N", "intended")
    git(tree, "update-index", "--assume-unchanged", "assumed")
    git(tree, "update-index", "--skip-worktree", "skipped")
    make(tree, {"assumed": "2", "skipped": "2"})
    assert blobs(agree(tree)) == {"assumed": None, "skipped": None, "intended": None, "plain": blob_id(b"1")}


def test_a_sparse_checkout(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"in/a": "1", "out/b": "2", "out/.gitattributes": "* text\n", "top": "3"})
    commit(git, tree)
    git(tree, "sparse-checkout", "set", "in")
    assert found(agree(tree)) == ["in/a", "top"]
    git(tree, "sparse-checkout", "reapply", "--sparse-index")
    assert found(scan_folder(tree, RULES)) == ["in/a", "top"]


def test_a_merge_conflict(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a": "1\n"})
    commit(git, tree)
    git(tree, "checkout", "-q", "-b", "other")
    make(tree, {"a": "2\n"})
    commit(git, tree)
    git(tree, "checkout", "-q", "main")
    make(tree, {"a": "3\n"})
    commit(git, tree)
    with pytest.raises(subprocess.CalledProcessError):
        git(tree, "merge", "other")
    scan = agree(tree)
    assert (found(scan), blobs(scan)["a"], scan.files[0].tracked) == (["a"], None, True)


def test_before_the_first_commit(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a": "1", "b": "2"})
    assert blobs(agree(tree)) == {"a": None, "b": None}
    git(tree, "add", "a")
    assert blobs(agree(tree)) == {"a": blob_id(b"1"), "b": None}


def test_a_linked_work_tree(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a": "1", ".gitignore": "*.log\n"})
    commit(git, tree)
    git(tree, "worktree", "add", "-q", "../linked")
    linked = tree.parent / "linked"
    make(linked, {"x.log": "", "b": "2"})
    make(tree, {".git/info/attributes": "a text\n"})
    scan = agree(linked)
    assert blobs(scan) == {".gitignore": blob_id(b"*.log\n"), "a": None, "b": None}
    assert scan.message is None


def test_a_bare_repository(tmp_path: Path, git: Git, make: Make) -> None:
    bare = tmp_path / "w" / "bare.git"
    bare.mkdir(parents=True)
    git(bare, "init", "-q", "--bare")
    make(tmp_path, {"w/a": ""})
    make(bare, {"main/x.py": ""})
    assert found(agree(bare)) == ["main/x.py"]
    assert found(agree(tmp_path / "w")) == ["a", "bare.git/main/x.py"]


def test_a_folder_inside_a_work_tree(tree: Path, git: Git, make: Make) -> None:
    make(
        tree,
        {
            ".gitignore": "*.log\n/sub/x\n",
            "sub/a": "1",
            "sub/deep/b": "2",
            "other/c": "3",
            ".gitattributes": "b text\n",
        },
    )
    commit(git, tree)
    make(tree, {"sub/y.log": "", "sub/x": "", "sub/new": ""})
    scan = agree(tree / "sub")
    assert blobs(scan) == {"a": blob_id(b"1"), "deep/b": None, "new": None}
    assert scan.ignored == 2


def test_a_folder_that_its_repository_ignores(tree: Path, git: Git, make: Make) -> None:
    make(tree, {".gitignore": "build/\n", "build/w/a.py": "", "build/w/.gitignore": "*.log\n", "build/w/x.log": ""})
    commit(git, tree)
    scan = agree(tree / "build" / "w")
    assert found(scan) == [".gitignore", "a.py"]
    assert scan.message is not None
    assert "ignores it" in scan.message


def test_tracked_although_ignored(tree: Path, git: Git, make: Make) -> None:
    make(
        tree, {".gitignore": "*.log\ngen/\n", "a.log": "1", "gen/x.py": "2", "dist/y.js": "3", "node_modules/z.js": "4"}
    )
    git(tree, "add", "-f", ".")
    make(tree, {"gen/new.py": "", "dist/new.js": "", "b.log": "", "dist/sub/z": ""})
    assert found(agree(tree)) == [".gitignore", "a.log", "dist/y.js", "gen/x.py", "node_modules/z.js"]


def test_our_own_rules_and_secrets_hold_for_tracked_files(tree: Path, git: Git, make: Make) -> None:
    make(tree, {".cotextignore": "vendor/\n", "vendor/a": "", ".env": "", "k/server.pem": "", "x/a.py": "", "b.py": ""})
    git(tree, "add", "-f", ".")
    scan = scan_folder(tree, ScanRules(exclude=("x",)))
    assert found(scan) == [".cotextignore", "b.py"]
    assert scan.ignored == 4
    assert found(agree(tree)) == [".cotextignore", "b.py", "x/a.py"]


def test_nested_repositories_and_submodules(tree: Path, git: Git, make: Make, tmp_path: Path) -> None:
    library = tmp_path / "library"
    library.mkdir()
    git(library, "init", "-q")
    make(library, {"lib.py": "1", ".gitignore": "*.tmp\n"})
    commit(git, library)
    make(tree, {".gitignore": "*.log\n", "a": "1", ".cotextignore": "*.sql\n"})
    commit(git, tree)
    git(tree, "submodule", "add", "-q", str(library), "deps/library")
    git(tree, "clone", "-q", str(library), "nested")
    make(tree, {"deps/library/x.log": "", "deps/library/y.tmp": "", "nested/z.py": "", "nested/q.sql": ""})
    scan = agree(tree)
    assert found(scan) == [
        ".cotextignore", ".gitignore", ".gitmodules", "a", "deps/library/.gitignore", "deps/library/lib.py",
        "deps/library/x.log", "nested/.gitignore", "nested/lib.py", "nested/z.py",
    ]  # fmt: skip
    assert blobs(scan)["deps/library/lib.py"] == blob_id(b"1")
    assert blobs(scan)["nested/lib.py"] == blob_id(b"1")


def test_repositories_in_a_plain_folder(tmp_path: Path, git: Git, make: Make) -> None:
    folder = tmp_path / "w"
    for name in ("one", "two"):
        (folder / name).mkdir(parents=True)
        git(folder / name, "init", "-q")
        make(folder / name, {"a": name, ".gitignore": "*.log\n", "x.log": ""})
        commit(git, folder / name)
    make(folder, {"top.log": ""})
    scan = agree(folder)
    assert found(scan) == ["one/.gitignore", "one/a", "top.log", "two/.gitignore", "two/a"]
    assert all(file.blob for file in scan.files if file.tracked)


def test_a_git_folder_that_is_none(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {".git/x": "", "a": "", "d/.git/x": "", "d/b": ""})
    scan = agree(tmp_path)
    assert (found(scan), scan.message) == (["a", "d/b"], None)


@pytest.mark.parametrize("damage", ["config", "index", "version", "pointer"])
def test_a_repository_that_cannot_be_read(tree: Path, git: Git, make: Make, damage: str) -> None:
    make(tree, {"a": "1", ".gitignore": "*.log\n", "x.log": "", ".git/info/exclude": "private\n", "private": ""})
    commit(git, tree)
    if damage == "config":
        (tree / ".git/config").write_text("[core\nnonsense")
    elif damage == "index":
        (tree / ".git/index").write_bytes(b"garbage")
    elif damage == "version":
        git(tree, "config", "core.repositoryFormatVersion", "1")
        git(tree, "config", "extensions.fromTheFuture", "true")
    else:
        shutil.rmtree(tree / ".git")
        (tree / ".git").write_text("gitdir: /nowhere\n")
        make(tree, {"private": ""})
    scan = scan_folder(tree, RULES)
    assert [name for name in found(scan) if name != "private"] == [".gitignore", "a"]
    assert ("private" in found(scan)) == (damage == "pointer")
    assert {file.blob for file in scan.files} == {None}
    assert scan.message is not None
    assert "indexed without git" in scan.message


def test_another_owner_s_repository(
    tree: Path, git: Git, make: Make, open_to_all: Callable[[Path], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    make(tree, {"a": "1"})
    commit(git, tree)
    open_to_all(tree)
    monkeypatch.setenv("HOME", str(tree))
    code = (
        "import os, sys; from pathlib import Path; from cotext.workspace.scan import *\n"
        "if os.getuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "scan = scan_folder(Path(sys.argv[1]), ScanRules())\n"
        "print([(one.path, one.tracked) for one in scan.files], scan.message)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tree)], capture_output=True, text=True, check=True)
    if os.getuid() == 0:
        assert "[('a', False)]" in done.stdout
        assert "not owned by current user" in done.stdout
    else:
        assert "[('a', True)] None" in done.stdout


def test_a_nested_repository_that_cannot_be_read(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a": "1", "nested/b": "2"})
    git(tree / "nested", "init", "-q")
    (tree / "nested/.git/config").write_text("[core\n")
    scan = scan_folder(tree, RULES)
    assert found(scan) == ["a", "nested/b"]
    assert scan.message is not None
    assert "nested/" in scan.message


def test_a_configuration_that_claims_another_work_tree(tree: Path, git: Git, make: Make, tmp_path: Path) -> None:
    make(tmp_path, {"elsewhere/secret": "x"})
    git(tree, "config", "core.worktree", str(tmp_path / "elsewhere"))
    make(tree, {"a": "1", "n/b": "2"})
    assert found(scan_folder(tree, RULES)) == ["a", "n/b"]
    assert found(scan_folder(tmp_path, RULES)) == ["elsewhere/secret", "tree/a", "tree/n/b"]


def test_names_that_are_not_unicode(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a": "1", ".gitignore": "*.log\n"})
    for name in (b"b\xff", b"c\xff.log"):
        (tree / os.fsdecode(name)).write_bytes(b"x")
    commit(git, tree)
    scan = scan_folder(tree, RULES)
    assert blobs(scan) == {".gitignore": blob_id(b"*.log\n"), "a": blob_id(b"1")}
    assert [(one.path, one.reason) for one in scan.skipped] == [("b\\xff", "undecodable")]
    assert scan.ignored == 1


def test_an_index_is_read_again_when_it_changes(tree: Path, git: Git, make: Make) -> None:
    make(tree, {".gitignore": "*.log\n", "a.log": ""})
    assert not belongs(tree, RULES, tree / "a.log")
    git(tree, "add", "-f", "a.log")
    assert belongs(tree, RULES, tree / "a.log")
    git(tree, "rm", "-q", "--cached", "a.log")
    assert not belongs(tree, RULES, tree / "a.log")


def test_git_is_only_read(tree: Path, git: Git, make: Make) -> None:
    make(tree, {"a": "1"})
    commit(git, tree)
    os.utime(tree / "a", ns=(1, 1))
    before = {path: path.stat().st_mtime_ns for path in sorted((tree / ".git").rglob("*"))}
    scan = scan_folder(tree, RULES)
    assert {path: path.stat().st_mtime_ns for path in sorted((tree / ".git").rglob("*"))} == before
    assert blobs(scan) == {"a": blob_id(b"1")}


def test_a_copied_tree(tree: Path, git: Git, make: Make, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tree, {"a": "1", "d/b": "2"})
    commit(git, tree)
    copy = tmp_path / "copy"
    shutil.copytree(tree, copy)
    make(copy, {"a": "3"})
    # Every inode is another: libgit2 settles a few such files, and many are left to the reader.
    assert blobs(agree(copy)) == {"a": None, "d/b": blob_id(b"2")}
    monkeypatch.setattr(git_module, "FEW_FILES", 1)
    assert blobs(agree(copy)) == {"a": None, "d/b": None}


def test_git_s_own_test_needs_no_reading(tree: Path, git: Git, make: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    make(tree, {"a": "1", "x.sh": "2"})
    (tree / "x.sh").chmod(0o755)
    for name in ("a", "x.sh"):
        os.utime(tree / name, ns=(10**18, 10**18))
    commit(git, tree)
    monkeypatch.setattr(git_module, "FEW_FILES", 0)
    assert blobs(agree(tree)) == {"a": blob_id(b"1"), "x.sh": blob_id(b"2")}
    (tree / "x.sh").chmod(0o644)
    make(tree, {"a": "2"})
    os.utime(tree / "a", ns=(10**18, 10**18))
    assert blobs(agree(tree)) == {"a": None, "x.sh": None}
