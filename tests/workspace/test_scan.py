"""What a scan finds outside git, and what every scan has in common."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from cotext.errors import Cancelled, WorkspaceError
from cotext.workspace.reading import COUNTERS
from cotext.workspace.scan import Scan, ScanRules, belongs, needs_rescan, scan_folder, scan_paths

Make = Callable[[Path, dict[str, str | bytes]], None]
RULES = ScanRules()


def found(scan: Scan) -> list[str]:
    return [file.path for file in scan.files]


def reasons(scan: Scan) -> dict[str, str]:
    return {file.path: file.reason for file in scan.skipped}


def agree(folder: Path, rules: ScanRules = RULES) -> Scan:
    """A scan, after checking that judging each path alone says the same."""
    scan = scan_folder(folder, rules)
    everything = [Path(top) / name for top, _, names in os.walk(folder) for name in names]
    alone = scan_paths(folder, rules, everything)
    assert sorted(found(alone)) == found(scan)
    assert [
        (one.path, one.size, one.modified_ns, one.tracked) for one in sorted(alone.files, key=lambda one: one.path)
    ] == [(one.path, one.size, one.modified_ns, one.tracked) for one in scan.files]
    judged = {path.relative_to(folder).as_posix() for path in everything if belongs(folder, rules, path)}
    assert judged == set(found(scan))
    assert set(alone.gone).isdisjoint(found(scan))
    return scan


def test_files_sizes_and_times(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"b.py": "12345", "a/x.py": "", "a.py": "1"})
    scan = agree(tmp_path)
    assert found(scan) == ["a.py", "a/x.py", "b.py"]
    assert (scan.ignored, scan.skipped, scan.message) == (0, [], None)
    file = scan.files[2]
    assert (file.size, file.blob, file.tracked) == (5, None, False)
    assert file.modified_ns == (tmp_path / "b.py").stat().st_mtime_ns


def test_nothing_is_read(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"a.py": "x"})
    COUNTERS.reset()
    scan_folder(tmp_path, RULES)
    assert COUNTERS.files_read == 0


def test_an_empty_folder(tmp_path: Path) -> None:
    assert scan_folder(tmp_path, RULES) == Scan([], [], 0, None)


def test_folders_that_cannot_be_scanned(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(WorkspaceError, match="does not exist"):
        scan_folder(tmp_path / "none", RULES)
    with pytest.raises(WorkspaceError, match="is not a folder"):
        scan_folder(tmp_path / "file", RULES)
    with pytest.raises(WorkspaceError, match="does not exist"):
        scan_paths(tmp_path / "none", RULES, [])


def test_ignore_files_at_all_levels(tmp_path: Path, make: Make) -> None:
    make(
        tmp_path,
        {
            ".gitignore": "*.log\n/only-here\nsecret/\n",
            "a/.gitignore": "!keep.log\nlocal\n",
            "a/keep.log": "",
            "a/other.log": "",
            "a/local/x": "",
            "a/only-here": "",
            "only-here": "",
            "secret/a/b": "",
            "b/secret": "",
            "b/.cotextignore": "*.gen.py\n!x.gen.py\n",
            "b/y.gen.py": "",
            "b/x.gen.py": "",
        },
    )
    scan = agree(tmp_path)
    assert found(scan) == [
        ".gitignore", "a/.gitignore", "a/keep.log", "a/only-here", "b/.cotextignore", "b/secret", "b/x.gen.py",
    ]  # fmt: skip
    # a/other.log, a/local, only-here, secret, b/y.gen.py: a folder counts once.
    assert scan.ignored == 5


def test_excludes(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"a/b.min.js": "", "a/b.js": "", "gen/x/y.ts": "", "z.css": ""})
    scan = agree(tmp_path, ScanRules(exclude=("*.min.js", "**/gen", "*.{css,scss}")))
    assert found(scan) == ["a/b.js"]
    assert scan.ignored == 3


def test_dependency_and_build_folders(tmp_path: Path, make: Make) -> None:
    make(
        tmp_path,
        {
            "node_modules/a/b.js": "",
            "src/node_modules/x.js": "",
            "target/debug/x": "",
            "dist/x.js": "",
            "my-env/pyvenv.cfg": "",
            "my-env/lib/x.py": "",
            "cached/CACHEDIR.TAG": "",
            "cached/x": "",
            ".hg/store": "",
            "CVS/Root": "",
            "pkg.egg-info/PKG-INFO": "",
            "src/main.py": "",
        },
    )
    scan = agree(tmp_path)
    assert found(scan) == ["src/main.py"]


def test_only_what_is_below_the_folder_is_judged(tmp_path: Path, make: Make) -> None:
    folder = tmp_path / ".config" / "node_modules" / "build" / "w"
    make(tmp_path, {".gitignore": "*\n", ".cotextignore": "*\n"})
    make(folder, {"a.py": ""})
    assert found(agree(folder)) == ["a.py"]


def test_credentials(tmp_path: Path, make: Make) -> None:
    make(
        tmp_path,
        {".env": "", ".env.example": "", ".ssh/config": "", ".aws/credentials": "", ".aws/readme": "", "a/id_rsa": ""},
    )
    scan = agree(tmp_path)
    assert found(scan) == [".aws/readme", ".env.example"]
    assert scan.ignored == 4
    assert scan.skipped == []
    assert found(agree(tmp_path / ".aws")) == ["readme"]


def test_binary_names_are_skipped_unread(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"a.png": "", "b.py": ""})
    scan = agree(tmp_path)
    assert (found(scan), reasons(scan)) == (["b.py"], {"a.png": "binary"})


def test_links(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"w/real.py": "", "w/d/x.py": "", "out/x.py": "", "w/.env": ""})
    links = {
        "w/alias.py": "real.py",
        "w/d2": "d",
        "w/up": "..",
        "w/d/self": ".",
        "w/loop": "loop",
        "w/outside.py": "../out/x.py",
        "w/outside": "../out",
        "w/broken.py": "nowhere.py",
        "w/broken-outside": "../nowhere",
        "w/settings.txt": ".env",
    }
    for link, target in links.items():
        (tmp_path / link).symlink_to(target)
    scan = agree(tmp_path / "w")
    assert found(scan) == ["d/x.py", "real.py"]
    assert reasons(scan) == dict.fromkeys(
        ["up", "d/self", "loop", "outside.py", "outside", "broken-outside"], "outsideFolder"
    )


def test_a_folder_that_is_a_link_itself(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"w/a.py": ""})
    (tmp_path / "link").symlink_to("w")
    assert found(scan_folder(tmp_path / "link", RULES)) == ["a.py"]
    assert found(scan_paths(tmp_path / "link", RULES, [tmp_path / "link/a.py", tmp_path / "w/a.py"])) == ["a.py"]
    assert belongs(tmp_path / "link", RULES, tmp_path / "link/a.py")


def test_special_files(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "fifo")
    os.mkfifo(tmp_path / ".gitignore")
    with socket.socket(socket.AF_UNIX) as unix:
        unix.bind(str(tmp_path / "socket"))
        assert reasons(agree(tmp_path)) == dict.fromkeys([".gitignore", "fifo", "socket"], "special")


def test_names_that_are_not_unicode(tmp_path: Path) -> None:
    for name in (b"a\xff.py", b"d\xff/x.py", b"ok.py", b"x\xff.log", b".gitignore"):
        path = tmp_path / os.fsdecode(name)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(b"*.log\n")
    scan = scan_folder(tmp_path, RULES)
    assert found(scan) == [".gitignore", "ok.py"]
    assert reasons(scan) == {"a\\xff.py": "undecodable", "d\\xff": "undecodable"}
    assert scan.ignored == 1
    odd = tmp_path / os.fsdecode(b"a\xff.py")
    assert reasons(scan_paths(tmp_path, RULES, [odd])) == {"a\\xff.py": "undecodable"}
    assert not belongs(tmp_path, RULES, odd)


def test_odd_names(tmp_path: Path, make: Make) -> None:
    names = ["a b.py", "a%b.py", "a#b.py", "😀.py", "new\nline.py", "-x.py", "é/ü.py", "a\\b.py", "[x].py", "*.py"]
    make(tmp_path, dict.fromkeys(names, ""))
    assert found(agree(tmp_path)) == sorted(names)


def test_a_deep_tree(tmp_path: Path) -> None:
    # One relative step at a time: the whole path is longer than a system call takes.
    code = "import os, sys\nos.chdir(sys.argv[1])\nfor _ in range(2100):\n os.mkdir('d'); os.chdir('d')\nopen('x', 'w')"
    subprocess.run([sys.executable, "-c", code, str(tmp_path)], check=True)
    scan = scan_folder(tmp_path, RULES)
    assert found(scan) == []
    assert set(reasons(scan).values()) == {"unreadable"}
    subprocess.run(["rm", "-rf", str(tmp_path / "d")], check=True)


def test_without_permission(tmp_path: Path, make: Make, open_to_all: Callable[[Path], None]) -> None:
    make(tmp_path, {"closed/x": "", "open/x": "", "no-list/x": ""})
    (tmp_path / "closed").chmod(0)
    open_to_all(tmp_path)
    code = (
        "import os, sys; from pathlib import Path; from cotext.workspace.scan import *; from cotext.errors import *\n"
        "if os.getuid() == 0: os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "folder = Path(sys.argv[1]); scan = scan_folder(folder, ScanRules())\n"
        "print([one.path for one in scan.files], [(one.path, one.reason) for one in scan.skipped])\n"
        "try: scan_folder(folder / 'closed', ScanRules())\n"
        "except WorkspaceError as error: print(error)\n"
    )
    done = subprocess.run([sys.executable, "-c", code, str(tmp_path)], capture_output=True, text=True, check=True)
    (tmp_path / "closed").chmod(0o755)
    first, second = done.stdout.splitlines()
    assert first == "['no-list/x', 'open/x'] [('closed', 'unreadable')]"
    assert "cannot be read: Permission denied." in second


def test_cancelling(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"a/x": "", "b/x": ""})
    asked: list[bool] = []

    def cancelled() -> bool:
        asked.append(True)
        return len(asked) > 1

    with pytest.raises(Cancelled):
        scan_folder(tmp_path, RULES, cancelled)
    with pytest.raises(Cancelled):
        scan_paths(tmp_path, RULES, [tmp_path / "a/x"], lambda: True)


def test_given_paths(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"w/a.py": "", "w/.gitignore": "*.log\n", "w/x.log": "", "w/d/b.py": "", "o.py": "", "w/i.png": ""})
    folder = tmp_path / "w"
    names = ["a.py", "x.log", "gone.py", "gone/x.py", "d", "../o.py", "d/../a.py", "i.png", "a.py/x", "."]
    scan = scan_paths(folder, RULES, [folder / name for name in names])
    assert found(scan) == ["a.py"]
    assert scan.gone == ["a.py/x", "gone.py", "gone/x.py", "x.log"]
    assert scan.ignored == 1
    assert reasons(scan) == {"i.png": "binary"}


def test_a_file_that_does_not_exist_yet_is_judged_by_the_rules(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {".gitignore": "*.log\n"})
    assert belongs(tmp_path, RULES, tmp_path / "new/deep/file.py")
    for name in ("x.log", "node_modules/x.js", ".env", "x.png", ".git/config", ""):
        assert not belongs(tmp_path, RULES, tmp_path / name)
    assert not belongs(tmp_path, RULES, tmp_path.parent / "x.py")


def test_what_needs_a_rescan(tmp_path: Path, make: Make) -> None:
    make(tmp_path, {"a.py": "", "d/x.py": "", "Makefile": "", ".git/index": "", ".git/objects/ab": ""})
    for name in (".gitignore", "d/.cotextignore", ".gitattributes", ".git/HEAD", ".git/index", ".git", "d", "gone",
                 "gone/x.py", "sub/.git/HEAD", ".git/info/exclude"):  # fmt: skip
        assert needs_rescan(tmp_path, [tmp_path / "a.py", tmp_path / name]), name
    for name in ("a.py", "Makefile", "gone.py", ".git/objects/ab", ".git/index.lock", "node_modules/x/y",
                 "node_modules/x/.gitignore", "target/gone", "../.gitignore"):  # fmt: skip
        assert not needs_rescan(tmp_path, [tmp_path / name]), name
