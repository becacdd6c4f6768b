"""The files of one commit, in memory: by key, by path, and by the names they define. Made from the table of the commit
before by loading what is new."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, lru_cache
from typing import TypeVar, cast

import numpy as np
import tantivy
from numpy.typing import NDArray

from cotext.chunking.languages import family
from cotext.index.file_entry import ChunkCache, IndexedFile
from cotext.index.file_record import ORDINAL_BITS, FileHead, FileRecord
from cotext.index.name_columns import NameColumns
from cotext.index.schema import Field, Layer
from cotext.index.stored import record
from cotext.index.vectors import VectorReader

__all__ = ["ChunkColumns", "FileTable", "import_name", "plain_name"]

_ENTRY_FILES = frozenset({"mod", "index", "init", "lib", "main"})

T = TypeVar("T")


@lru_cache(maxsize=100_000)
def plain_name(name: str) -> str:
    """The part of a qualified name that code writes by itself: "Config" of "Phoenix.Config"."""
    return re.split(r"[.:\s\\]+", name)[-1] or name


def import_name(path: str) -> str:
    """What an import calls a file by: its name up to the first ".", or its folder's where it stands for that (`mod.rs`,
    `index.ts`, `__init__.py`, `lib.rs`); in lower case, without `_` and `-`."""
    folder, _, name = path.rpartition("/")
    stem = _plain(name.partition(".")[0])
    return _plain(folder.rpartition("/")[2]) if stem in _ENTRY_FILES and folder else stem


def _plain(word: str) -> str:
    return word.lower().replace("_", "").replace("-", "")


class ChunkColumns:
    """All chunks of a table, in order of their numbers; every column has the shape (chunks,).

    Attributes:
        numbers: file key x 2^16 + ordinal, uint64.
        files: position of the chunk's file in `FileTable.ordered`, int32.
        rows: row in the vector store, int32; -1: none.
        prose: whether it belongs to the corpus `structured_doc`, bool.
        kinds: bit n: it holds a definition of the kind n (`SymbolKind`), uint32.
    """

    def __init__(self, ordered: list[IndexedFile], heads: Mapping[int, _Columns]) -> None:
        columns = [heads[file.key] for file in ordered]
        counts = np.array([file.chunk_count for file in ordered], np.int64)
        keys = np.array([file.key for file in ordered], np.uint64)
        self.files = np.repeat(np.arange(len(ordered), dtype=np.int32), counts)
        starts = np.repeat(np.cumsum(counts) - counts, counts)
        ordinals = (np.arange(len(starts)) - starts).astype(np.uint64)
        self.numbers = np.repeat(keys << np.uint64(ORDINAL_BITS), counts) | ordinals
        self.rows = np.frombuffer(b"".join([one.rows for one in columns]), np.int32)
        self.prose = np.frombuffer(b"".join([one.prose for one in columns]), np.bool_)
        self.kinds = np.frombuffer(b"".join([one.kinds for one in columns]), np.uint32)

    def at(self, numbers: Iterable[int]) -> NDArray[np.int64]:
        """The places of chunks of the table."""
        return self.numbers.searchsorted(np.fromiter(numbers, np.uint64))


class _Columns:
    """A file's part of `ChunkColumns`, as bytes."""

    __slots__ = ("kinds", "prose", "rows")

    def __init__(self, head: FileHead | None) -> None:
        rows = head.rows if head else []
        flags, kinds = bytearray(len(rows)), [0] * len(rows)
        if head is not None:
            for ordinal in head.prose:
                flags[ordinal] = 1
            for kind, ordinal in zip(head.kinds, head.ordinals, strict=True):
                kinds[ordinal] |= 1 << kind
        self.rows = array("i", rows).tobytes()
        self.kinds = array("I", kinds).tobytes()
        self.prose = bytes(flags)


class FileTable:
    """Immutable and safe from any thread; `updated` gives the table of a later commit.

    "Every file" means the indexed ones; a skipped file is found by its path and key alone.
    """

    def __init__(
        self,
        vectors: VectorReader,
        files: Mapping[int, IndexedFile] | None = None,
        columns: Mapping[int, _Columns] | None = None,
        names: NameColumns | None = None,
        imports: NameColumns | None = None,
        folders: NameColumns | None = None,
    ) -> None:
        nothing = NameColumns.of((), ())
        self._vectors = vectors
        self._files = files or {}
        self._columns = columns or {}
        self._names, self._imports, self._folders = names or nothing, imports or nothing, folders or nothing
        self._cache = ChunkCache()
        self._kept: dict[object, object] = {}

    def __len__(self) -> int:
        return len(self.ordered)

    def __contains__(self, key: object) -> bool:
        return key in self._files

    def __getitem__(self, key: int) -> IndexedFile:
        """The file with a key. Raises KeyError."""
        return self._files[key]

    def get(self, key: int) -> IndexedFile | None:
        """The file with a key, if there is one."""
        return self._files.get(key)

    @cached_property
    def _by_path(self) -> dict[str, IndexedFile]:
        return {file.path: file for file in self._files.values()}

    def of_path(self, path: str) -> IndexedFile | None:
        """The file, skipped or not, with a relative path."""
        return self._by_path.get(path)

    def entries(self) -> Iterator[IndexedFile]:
        """Every file, by key."""
        return iter(self.ordered)

    def everything(self) -> Iterator[IndexedFile]:
        """Every file and every skipped one, in no order."""
        return iter(self._files.values())

    @cached_property
    def ordered(self) -> list[IndexedFile]:
        """Every file, by key."""
        return [file for _, file in sorted(self._files.items()) if not file.skipped]

    @cached_property
    def keys(self) -> NDArray[np.uint64]:
        """The keys of `ordered`."""
        return np.array([file.key for file in self.ordered], np.uint64)

    @cached_property
    def chunks(self) -> ChunkColumns:
        """All chunks."""
        return ChunkColumns(self.ordered, self._columns)

    def defining(self, name: str) -> tuple[tuple[int, int], ...]:
        """The chunks that define a name, as it is written or as the last part of a qualified one: (file key, ordinal)
        each, ascending."""
        return _pairs(self._names.places(name))

    def definer_numbers(self, name: str) -> NDArray[np.uint64]:
        """As `defining`, as chunks' numbers; a chunk that defines it twice comes twice."""
        return self._names.places(name)

    def definer_count(self, name: str) -> int:
        """How many definitions a name has; costs microseconds."""
        return self._names.count(name)

    def called(self, word: str) -> tuple[int, ...]:
        """The keys of the files that an import calls by a word; see `import_name`."""
        return tuple(key for key, _ in _pairs(self._imports.places(word)))

    def in_folder(self, folder: str) -> tuple[int, ...]:
        """The keys of the files in a folder, those below its subfolders not counted; "" is the workspace folder."""
        return tuple(key for key, _ in _pairs(self._folders.places(folder)))

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, made once for this table. `key` names it among all that is kept so."""
        if key not in self._kept:
            self._kept[key] = make()
        return cast("T", self._kept[key])

    def updated(self, searcher: tantivy.Searcher, schema: tantivy.Schema) -> FileTable:
        """The table of another commit of the same data folder."""
        live = _live_documents(searcher, schema)
        gone = self._files.keys() - live.keys()
        new = sorted(live.keys() - self._files.keys())
        if not gone and not new:
            return self
        files, columns = dict(self._files), dict(self._columns)
        for key in gone:
            del files[key], columns[key]
        names, imports, folders = _Collected(), _Collected(), _Collected()
        for key in new:
            file, head = self._load(key, record(searcher, live[key]))
            files[key], columns[key] = file, _Columns(head)
            first = key << ORDINAL_BITS
            if head is not None:
                for name, ordinal in zip(head.names, head.ordinals, strict=True):
                    names.add(name, first | ordinal)
                    if (plain := plain_name(name)) != name:
                        names.add(plain, first | ordinal)
                imports.add(import_name(file.path), first)
                folders.add(file.path.rpartition("/")[0], first)
        dropped = np.array(sorted(gone), np.uint64)
        table = FileTable(
            self._vectors,
            files,
            columns,
            *(
                old.changed(dropped, ORDINAL_BITS, NameColumns.of(found.names, found.numbers))
                for old, found in ((self._names, names), (self._imports, imports), (self._folders, folders))
            ),
        )
        table._cache = self._cache
        return table

    def _load(self, key: int, data: bytes) -> tuple[IndexedFile, FileHead | None]:
        whole = FileRecord(data)
        path, language, blob, _, _, skipped, count, _ = whole.document_row()
        head = whole.head()
        file = IndexedFile(
            key,
            path,
            language,
            family(language),
            head.quality if head else 0,
            bytes.fromhex(blob),
            skipped[0] if skipped else "",
            len(head.rows) if head else 0,
            head.mean_row if head else -1,
            data,
            self._vectors,
            self._cache,
        )
        if file.chunk_count != count:
            raise ValueError(f"The record of {path} contradicts itself.")
        return file, head


class _Collected:
    """Names and numbers side by side."""

    __slots__ = ("names", "numbers")

    def __init__(self) -> None:
        self.names: list[str] = []
        self.numbers: list[int] = []

    def add(self, name: str, number: int) -> None:
        self.names.append(name)
        self.numbers.append(number)


def _live_documents(searcher: tantivy.Searcher, schema: tantivy.Schema) -> dict[int, tantivy.DocAddress]:
    query = tantivy.Query.term_query(schema, Field.LAYER, Layer.DOCUMENT, "basic")
    addresses = [address for _, address in searcher.search(query, max(1, searcher.num_docs), count=False).hits]
    keys = searcher.fast_field_values(Field.FILE, addresses)
    return {int(key): address for key, address in zip(keys, addresses, strict=True) if key is not None}


def _pairs(numbers: NDArray[np.uint64]) -> tuple[tuple[int, int], ...]:
    mask = (1 << ORDINAL_BITS) - 1
    return tuple([(number >> ORDINAL_BITS, number & mask) for number in dict.fromkeys(numbers.tolist())])
