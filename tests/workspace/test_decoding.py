from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.errors import FileSkipped
from cotext.workspace.decoding import decode, is_binary_name

RUSSIAN = "# Привет, мир. Это файл с комментариями на русском языке.\nx = 1\n" * 3
JAPANESE = "# こんにちは世界。これはテスト用のファイルです。\nx = 1\n" * 3
FRENCH = "# Le numéro de l'élève est déjà là, où ça?\nx = 1\n"


def reason(data: bytes, hint: str | None = None) -> str:
    with pytest.raises(FileSkipped) as skipped:
        decode(data, hint)
    return skipped.value.reason


@settings(deadline=None, max_examples=100)
@given(st.text(st.characters(blacklist_categories=["Cs", "Cc"], blacklist_characters="\ufeff")))
@pytest.mark.parametrize(
    ("codec", "mark", "name"),
    [
        ("utf-8", b"", "utf-8"),
        ("utf-8", b"\xef\xbb\xbf", "utf-8-sig"),
        ("utf-16-le", b"\xff\xfe", "utf-16-le"),
        ("utf-16-be", b"\xfe\xff", "utf-16-be"),
        ("utf-32-le", b"\xff\xfe\0\0", "utf-32-le"),
        ("utf-32-be", b"\0\0\xfe\xff", "utf-32-be"),
    ],
)
def test_unicode(codec: str, mark: bytes, name: str, text: str) -> None:
    assert decode(mark + text.encode(codec)) == (text, name)


def test_line_ends_stay() -> None:
    assert decode(b"a\r\nb\rc\n\x0cd")[0] == "a\r\nb\rc\n\x0cd"


def test_only_one_mark_goes() -> None:
    assert decode(b"\xef\xbb\xbf\xef\xbb\xbfa")[0] == "\ufeffa"


@pytest.mark.parametrize(
    ("hint", "codec"),
    [
        ("windows1251", "cp1251"),
        ("cp1251", "cp1251"),
        ("koi8r", "koi8-r"),
        ("iso88595", "iso8859-5"),
        ("KOI8-R", "koi8-r"),
    ],
)
def test_the_client_s_hint(hint: str, codec: str) -> None:
    assert decode(RUSSIAN[:12].encode(codec), hint) == (RUSSIAN[:12], codec)


@pytest.mark.parametrize("hint", ["shiftjis", "eucjp"])
def test_a_hint_for_japanese(hint: str) -> None:
    codec = {"shiftjis": "shift_jis", "eucjp": "euc_jp"}[hint]
    assert decode(JAPANESE.encode(codec), hint) == (JAPANESE, codec)


@pytest.mark.parametrize("hint", ["utf8", "rot13", "base64", "nonsense", "", "é"])
def test_a_hint_that_does_not_help(hint: str) -> None:
    assert decode(FRENCH.encode("latin-1"), hint)[0] == FRENCH


def test_utf_16_without_a_mark_needs_the_hint() -> None:
    assert reason("abc\n".encode("utf-16-le")) == "binary"
    assert decode("abc\n".encode("utf-16-le"), "utf16le") == ("abc\n", "utf-16-le")


@pytest.mark.parametrize(
    ("text", "codec"),
    [
        (RUSSIAN, "cp1251"),
        (RUSSIAN, "koi8-r"),
        (JAPANESE, "shift_jis"),
        (JAPANESE, "euc_jp"),
        (FRENCH, "latin-1"),
        (FRENCH * 40, "latin-1"),
        ("// caf\xe9\nint x;\n", "latin-1"),
        ("“quoted” – naïve\n" * 3, "cp1252"),
    ],
)
def test_detection(text: str, codec: str) -> None:
    assert decode(text.encode(codec))[0] == text


def test_detection_looks_past_much_ascii() -> None:
    text = "x = 1\n" * 20_000 + RUSSIAN
    assert decode(text.encode("cp1251"))[0] == text


def test_binary() -> None:
    assert reason(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR") == "binary"
    assert reason(b"abc" * 10_000 + b"\0") == "binary"
    assert reason(bytes(range(1, 32)) * 10) == "binary"
    assert reason(b"\xff\xfea\0\0\0") == "binary"
    assert decode(b"\x1b[31mred\x1b[0m\n\x0c")[1] == "utf-8"


def test_a_lying_mark() -> None:
    assert reason(b"\xef\xbb\xbfa\xff") == "undecodable"
    assert reason(b"\xff\xfea") == "undecodable"


def test_empty() -> None:
    assert decode(b"") == ("", "utf-8")


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=300), st.none() | st.sampled_from(["utf8", "utf16le", "shiftjis", "windows1252"]))
def test_any_bytes_give_a_text_or_a_reason(data: bytes, hint: str | None) -> None:
    try:
        text, _ = decode(data, hint)
    except FileSkipped as skipped:
        assert skipped.reason in ("binary", "undecodable")
    else:
        text.encode()


def test_the_detector_is_imported_late() -> None:
    code = "import cotext.workspace.reading, sys; sys.exit('charset_normalizer' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


@pytest.mark.parametrize("path", ["a/b.PNG", "x.tar.gz", "lib.so", "f.woff2", "m.safetensors", ".DS_Store"])
def test_binary_names(path: str) -> None:
    assert is_binary_name(path)


@pytest.mark.parametrize("path", ["a.py", "png", "a.png/b", "x.svg", "data.json", "Makefile", "a.ts", ""])
def test_other_names(path: str) -> None:
    assert not is_binary_name(path)
