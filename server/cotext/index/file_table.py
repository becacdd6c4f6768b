"""The files of one commit, in memory: by key, by path, and by the names they define. Made from the table of the commit
before by loading what is new."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterator, Mapping
from functools import cached_property
from operator import attrgetter
from typing import TypeVar, cast

import numpy as np
import tantivy
from numpy.typing import NDArray

from cotext.chunking.languages import family
from cotext.index.chunk_columns import ChunkCollector
from cotext.index.definition_columns import DefinitionCollector
from cotext.index.file_entry import ChunkCache, IndexedFile
from cotext.index.file_record import ORDINAL_BITS, FileHead, FileRecord
from cotext.index.import_names import import_name
from cotext.index.name_columns import NameCollector
from cotext.index.schema import Field, Layer
from cotext.index.stored import record
from cotext.index.vectors import VectorReader

__all__ = ["FileTable"]

_KEY = attrgetter("key")
_KEPT = 64
_FEW = 16
"""So many changed files are put into their places one by one; for more, all are put in order anew."""

T = TypeVar("T")


class FileTable:
    """Immutable and safe from any thread; `updated` gives the table of a later commit.

    "Every file" means the indexed ones; a skipped file is found by its path and key alone.

    Attributes:
        ordered: every file, by key.
        keys: their keys, (files,).
        chunks: all chunks.
        definitions: all definitions.
    """

    def __init__(self, vectors: VectorReader) -> None:
        nothing = NameCollector().columns()
        self._vectors = vectors
        self._cache = ChunkCache()
        self._entries: dict[int, IndexedFile] = {}
        self._files: dict[int, IndexedFile] = {}
        self._by_path: dict[str, IndexedFile] = {}
        self._imports, self._folders = nothing, nothing
        self._kept: dict[object, object] = {}
        self.ordered: list[IndexedFile] = []
        self.keys: NDArray[np.uint64] = np.zeros(0, np.uint64)
        self.chunks = ChunkCollector().columns()
        self.definitions = DefinitionCollector().columns()

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
    def chunk_files(self) -> NDArray[np.int64]:
        """For each chunk (`chunks`) the position of its file in `ordered`, (chunks,)."""
        counts = np.fromiter((file.chunk_count for file in self.ordered), np.int64, len(self.ordered))
        return np.repeat(np.arange(len(self.ordered)), counts)

    def defining(self, name: str) -> tuple[tuple[int, int], ...]:
        """The chunks that define a name, as it is written or as the last part of a qualified one: (file key, ordinal)
        each, ascending."""
        return _pairs(self.definitions.places(name))

    def definer_numbers(self, name: str) -> list[int]:
        """As `defining`, as chunks' numbers; a chunk that defines it twice comes twice."""
        return self.definitions.places(name)

    def definer_count(self, name: str) -> int:
        """How many definitions a name has; costs microseconds."""
        return self.definitions.count(name)

    def called(self, word: str) -> tuple[int, ...]:
        """The keys of the files that an import calls by a word; see `import_name`."""
        return tuple(key for key, _ in _pairs(self._imports.places(word)))

    def in_folder(self, folder: str) -> tuple[int, ...]:
        """The keys of the files in a folder, those below its subfolders not counted; "" is the workspace folder."""
        return tuple(key for key, _ in _pairs(self._folders.places(folder)))

    def kept(self, key: object, make: Callable[[], T]) -> T:
        """What `make` gives, not None; made once for this table, mostly. `key` names it among all that is kept so."""
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= _KEPT:
                self._kept.clear()
            found = self._kept[key] = make()
        return cast("T", found)

    def updated(self, searcher: tantivy.Searcher, schema: tantivy.Schema) -> FileTable:
        """The table of another commit of the same data folder. Raises ValueError for a record that cannot be read."""
        live = _live_documents(searcher, schema)
        known = self._entries
        gone = {number: known[number] for number in known.keys() - live.keys()}
        new = live.keys() - known.keys()
        if not gone and not new:
            return self
        table = FileTable(self._vectors)
        table._cache = self._cache
        loaded: dict[int, IndexedFile] = {}
        chunks, definitions = ChunkCollector(), DefinitionCollector()
        imports, folders = NameCollector(), NameCollector()
        # Many are read in the order in which they are stored: each block of the store is then decompressed once.
        for number in filter(new.__contains__, live) if len(new) > _FEW else new:
            key = number >> ORDINAL_BITS
            loaded[number], head = self._load(key, record(searcher, live[number]))
            if head is not None:
                path, first = loaded[number].path, key << ORDINAL_BITS
                chunks.add(key, head)
                containers = [head.containers[number] for number in head.container_of]
                definitions.add(key, head.names, head.ordinals, head.kinds, containers)
                imports.add((import_name(path),), (first,))
                folders.add((path.rpartition("/")[0],), (first,))
        table._take_files(self, gone, loaded)
        dropped = [file.key for file in gone.values()]
        table.chunks = self.chunks.changed(dropped, chunks.columns())
        table.definitions = self.definitions.changed(dropped, definitions.columns())
        table._imports = self._imports.changed(dropped, imports.columns())
        table._folders = self._folders.changed(dropped, folders.columns())
        return table

    def _take_files(self, former: FileTable, gone: Mapping[int, IndexedFile], new: Mapping[int, IndexedFile]) -> None:
        """The former table's files, but for some; both by the numbers of their entries. What is gone may come again:
        another file at its path, or, with another record, itself."""
        self._entries, self._files = dict(former._entries), dict(former._files)
        self._by_path = dict(former._by_path)
        for number, file in gone.items():
            del self._entries[number], self._files[file.key], self._by_path[file.path]
        for number, file in new.items():
            self._entries[number] = self._files[file.key] = self._by_path[file.path] = file
        dropped = [file for file in gone.values() if not file.skipped]
        added = [file for file in new.values() if not file.skipped]
        self.ordered, self.keys = list(former.ordered), former.keys
        if len(dropped) + len(added) > _FEW:
            keys = {file.key for file in dropped}
            self.ordered = [file for file in self.ordered if file.key not in keys] + added
            self.ordered.sort(key=_KEY)
            self.keys = np.fromiter(map(_KEY, self.ordered), np.uint64, len(self.ordered))
            return
        for file in dropped:
            place = bisect_left(self.ordered, file.key, key=_KEY)
            del self.ordered[place]
            self.keys = np.delete(self.keys, place)
        for file in added:
            place = bisect_left(self.ordered, file.key, key=_KEY)
            self.ordered.insert(place, file)
            self.keys = np.insert(self.keys, place, np.uint64(file.key))

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


def _live_documents(searcher: tantivy.Searcher, schema: tantivy.Schema) -> dict[int, tantivy.DocAddress]:
    """The document entries by their numbers (`file_record.entry_number`), in the order in which they are stored."""
    query = tantivy.Query.term_query(schema, Field.LAYER, Layer.DOCUMENT, "basic")
    hits = searcher.search(query, max(1, searcher.num_docs), count=False).hits
    addresses = [address for _, address in hits]
    numbers = searcher.fast_field_values(Field.FILE, addresses)
    # One stored type: the schema has the field as an unsigned number.
    return cast("dict[int, tantivy.DocAddress]", dict(zip(numbers, addresses, strict=True)))


def _pairs(numbers: list[int]) -> tuple[tuple[int, int], ...]:
    mask = (1 << ORDINAL_BITS) - 1
    return tuple([(number >> ORDINAL_BITS, number & mask) for number in dict.fromkeys(numbers)])
