"""From bytes to text: Unicode by its marks and by itself, then the client's hint, then detection on a sample."""

# A table of names reads better as text.
# ruff: noqa: SIM905

from __future__ import annotations

import codecs
import re

from cotext.errors import FileSkipped

__all__ = ["codec_name", "decode", "is_binary_name"]

BINARY_EXTENSIONS = frozenset(
    # images, sound, film
    "png jpg jpeg jpe gif bmp ico icns webp avif heic heif tif tiff psd psb xcf eps cr2 nef dng jxl jp2 tga dds "
    "hdr exr ktx ktx2 astc pvr mp3 wav flac ogg oga opus m4a aac wma aiff aif mid midi mp4 m4v mkv mov avi webm wmv "
    "flv mpg mpeg 3gp ogv "
    # fonts
    "ttf otf ttc woff woff2 eot "
    # archives, packages, disk images
    "zip tar gz tgz bz2 tbz2 xz txz lzma zst lz4 br 7z rar cab iso dmg pkg msi deb rpm apk aab ipa jar war ear whl "
    "egg gem crate nupkg vsix xpi crx appimage snap flatpak cpio img vhd vmdk qcow2 "
    # compiled code
    "o obj a lib so dll dylib exe bin elf class pyc pyo pyd node wasm beam rlib rmeta ko efi pdb gch pch dex odex "
    "luac elc hi dyn_o dyn_hi cmi cmo cmx cma cmxa cmxs cmt cmti nib swiftmodule swiftdoc tasty "
    # documents and data that are no text
    "pdf doc docx xls xlsx ppt pptx odt ods odp epub mobi djvu sqlite sqlite3 db db3 mdb accdb parquet feather arrow "
    "orc avro npy npz pkl pickle joblib h5 hdf5 rds rdata pt pth ckpt safetensors onnx gguf ggml tflite tfrecord mo "
    "gmo idx pack rocksdb ldb lmdb mmdb swf fla blend fbx glb 3ds unitypackage uasset umap ds_store".split()
)
"""Extensions of files that are not worth opening. One that text files bear too (`.ts`, `.dat`, `.pb`) is left to a
look at the bytes."""

BYTE_ORDER_MARKS = (
    # UTF-32 little-endian begins with UTF-16's mark, so it must be asked for first.
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
CONTROLS = bytes(range(1, 8)) + bytes(range(14, 27)) + bytes(range(28, 32)) + b"\x7f"
CONTROL_SHARE = 0.3
SAMPLE = 8192
FEW = 16
NON_ASCII_LINE = re.compile(rb"[^\r\n]{0,400}[\x80-\xff][^\r\n]{0,400}")
CLIENT_NAME = re.compile(r"(windows|iso8859|koi8|cp)[-_]?(\w+)")


def is_binary_name(path: str) -> bool:
    """Whether a file's extension says that it holds no text (an image, archive, font, object file...)."""
    _, dot, extension = path.rpartition("/")[2].rpartition(".")
    return bool(dot) and extension.lower() in BINARY_EXTENSIONS


def decode(data: bytes, hint: str | None = None) -> tuple[str, str]:
    """Decode a file's bytes.

    Tried in this order: a byte-order mark (UTF-8, UTF-16, UTF-32), UTF-8, the hint, detection by charset-normalizer
    on up to 8 KB of the lines that are not ASCII.

    Args:
        data: the whole file.
        hint: an encoding's name, as Python or as Visual Studio Code spells it ("windows1252", "iso88591").

    Returns:
        The text without its byte-order mark, line ends untouched, and Python's name of the encoding.

    Raises:
        FileSkipped: "binary" or "undecodable".
    """
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _marked(data[len(mark) :], encoding), encoding
    codec = codec_name(hint)
    if b"\0" in data:
        if codec is not None and codec.startswith("utf-16") and (text := _strict(data, codec)) and "\0" not in text:
            return text, codec
        raise FileSkipped("binary", "It holds NUL bytes.")
    if (text := _strict(data, "utf-8")) is not None:
        if _control_share(data) > CONTROL_SHARE:
            raise FileSkipped("binary", "It holds many control characters.")
        return text, "utf-8"
    if _control_share(data) > CONTROL_SHARE / 6:
        raise FileSkipped("binary", "It holds many control characters.")
    if codec is not None and not codec.startswith("utf") and (text := _strict(data, codec)) is not None:
        return text, codec
    for encoding in _detected(data):
        if (text := _strict(data, encoding)) is not None:
            return text, encoding
    raise FileSkipped("undecodable", "It is not Unicode, and no other encoding fits.")


def _marked(data: bytes, encoding: str) -> str:
    text = _strict(data, "utf-8" if encoding == "utf-8-sig" else encoding)
    if text is None:
        raise FileSkipped("undecodable", f"Its byte-order mark says {encoding.removesuffix('-sig')}, its bytes do not.")
    if "\0" in text:
        raise FileSkipped("binary", "It holds NUL characters.")
    return text


def _strict(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except (UnicodeDecodeError, LookupError):
        return None


def _control_share(data: bytes) -> float:
    sample = data[:SAMPLE]
    return 1 - len(sample.translate(None, CONTROLS)) / len(sample) if sample else 0.0


def codec_name(hint: str | None) -> str | None:
    """Python's name for an encoding that a client names; None for an unknown one, or one that is no text encoding."""
    if not hint or not hint.isascii():
        return None
    name = hint.strip().lower()
    if name == "utf8bom":
        name = "utf-8-sig"
    elif name.startswith("utf16"):
        name = {"le": "utf-16-le", "be": "utf-16-be"}.get(name[5:], name)
    elif match := CLIENT_NAME.fullmatch(name):
        name = {"windows": "cp", "cp": "cp", "iso8859": "iso8859-", "koi8": "koi8-"}[match[1]] + match[2]
    try:
        codec = codecs.lookup(name).name
        b"ab".decode(codec)
    except (LookupError, ValueError):
        return None
    return codec


def _detected(data: bytes) -> list[str]:
    # Importing it takes 30 ms, and most workspaces never need it.
    from charset_normalizer import from_bytes

    sample = b"\n".join(NON_ASCII_LINE.findall(data, 0, 32 * SAMPLE))[:SAMPLE] or data[:SAMPLE]
    names = [match.encoding for match in from_bytes(sample)]
    names = [name for name in names if not name.startswith("utf")]
    # Windows-1252 is by far the most common encoding of old source code, and the detector prefers its cousins.
    if "cp1252" in names or _looks_western(sample):
        names.insert(0, "cp1252")
    return names


def _looks_western(sample: bytes) -> bool:
    """A few accented letters among many plain ones: too little for statistics, and Western European most likely."""
    high = len(sample) - len(sample.translate(None, bytes(range(128, 256))))
    text = _strict(sample, "cp1252")
    if text is None or high > FEW:
        return False
    letters = sum(map(str.isalpha, text))
    return high * 2 <= letters and all(letter.isalpha() for letter in text if letter > "\xbf")
