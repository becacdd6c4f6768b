"""What speaks for a file being the one that defines what is about to be written. Pure functions."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from cotext.index.file_entry import FileEntry
from cotext.index.import_names import path_components
from cotext.routes.evidence_matrix import EvidenceMatrix
from cotext.routes.import_paths import ImportWords

__all__ = ["FILE_EVIDENCE", "FileEvidence", "is_example_path"]

FILE_EVIDENCE = (
    "imported_file", "imported_folder", "same_folder", "shared_folders", "same_stem", "similar_file", "recent_file",
    "example", "any_example", "poor_quality",
)  # fmt: skip

_EXAMPLE = re.compile(
    r"(?:^|/)(?:tests?|testing|specs?|examples?|docs?\w*|samples?|fixtures?|benchmarks?|benches|__tests__)/"
    r"|(?:_test|\.test|\.spec)\.|(?:^|/)test_",
    re.IGNORECASE,
)


class _Path(NamedTuple):
    """A path, taken apart; `components`, `folders`: as imports name them, see `path_components`."""

    folder: str
    stem: str
    components: tuple[str, ...]
    folders: tuple[str, ...]
    example: bool


@lru_cache(maxsize=100_000)
def _apart(path: str) -> _Path:
    folder, _, name = path.rpartition("/")
    return _Path(folder, name.partition(".")[0], *path_components(path), _EXAMPLE.search(path) is not None)


def is_example_path(path: str) -> bool:
    """Whether a path is that of a test, an example, a benchmark or documentation."""
    return _apart(path).example


class FileEvidence:
    """Evidence of files for one cursor.

    Args:
        own_path: of the cursor's document, relative; "" for one without a path.
        imports: the document's import statements.
        similar: by key, how near a file's best chunk stands to the top of the similar code, 0 to 1.
        recent: by key, how recently a file was edited or opened, 0 to 1.
    """

    def __init__(
        self, own_path: str, imports: ImportWords, similar: Mapping[int, float], recent: Mapping[int, float]
    ) -> None:
        self._own = _apart(own_path) if own_path else None
        self._imports, self._similar, self._recent = imports, similar, recent
        self._folders: dict[str, int] = {}
        self._of_folders: list[tuple[float, float, float]] = []

    def of(self, files: Sequence[FileEntry]) -> EvidenceMatrix:
        """Evidence of files.

        Returns:
            `FILE_EVIDENCE`, a column a file: `imported_file`, `imported_folder`: how much of the path an import names;
            `same_folder`, `shared_folders` (share of the path in common); `same_stem`: both are called alike but for
            the extension; `similar_file`; `recent_file`; `example`: a test or example, and the document is none;
            `any_example`; `poor_quality`: generated, vendored or otherwise of poor quality.
        """
        found = EvidenceMatrix(FILE_EVIDENCE, len(files))
        if not files:
            return found
        paths = [_apart(file.path) for file in files]
        words, own = self._imports.words, self._own
        named = [place for place, path in enumerate(paths) if path.components and path.components[-1] in words]
        found.set("imported_file", named, [self._imports.leads_to(paths[place].components) for place in named])
        numbers = [self._number_of_folder(path) for path in paths]
        of_folders = np.array(self._of_folders, np.float32)[numbers]
        for column, evidence in enumerate(("imported_folder", "same_folder", "shared_folders")):
            found.set(evidence, slice(None), of_folders[:, column])
        if own is not None:
            found.set("same_stem", [place for place, path in enumerate(paths) if path.stem == own.stem], 1.0)
        for evidence, values in (("similar_file", self._similar), ("recent_file", self._recent)):
            there = [place for place, file in enumerate(files) if file.key in values]
            found.set(evidence, there, [values[files[place].key] for place in there])
        examples = [place for place, path in enumerate(paths) if path.example]
        found.set("any_example", examples, 1.0)
        if own is None or not own.example:
            found.set("example", examples, 1.0)
        found.set("poor_quality", [place for place, file in enumerate(files) if file.quality], 1.0)
        return found

    def _number_of_folder(self, path: _Path) -> int:
        """The place in `_of_folders` of what is the same for all files of a folder."""
        number = self._folders.get(path.folder)
        if number is None:
            number = self._folders[path.folder] = len(self._of_folders)
            self._of_folders.append(self._of_folder(path))
        return number

    def _of_folder(self, path: _Path) -> tuple[float, float, float]:
        imported = self._imports.leads_to(path.folders)
        if self._own is None:
            return imported, 0.0, 0.0
        return imported, float(path.folder == self._own.folder), _shared_folders(path.folder, self._own.folder)


def _shared_folders(one: str, other: str) -> float:
    a, b = one.split("/"), other.split("/")
    shared = 0
    for x, y in zip(a, b, strict=False):
        if x != y:
            break
        shared += 1
    return shared / max(len(a), len(b))
