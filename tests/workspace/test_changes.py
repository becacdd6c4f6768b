from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from cotext.records import FoundFile, KnownFile, SkippedFile, SourceFile
from cotext.workspace.changes import classify, same_content

paths = st.sampled_from("abcdefgh")
blobs = st.sampled_from(["1" * 40, "2" * 40])
numbers = st.integers(0, 2)
found_files = st.lists(
    st.builds(FoundFile, paths, numbers, numbers, st.none() | blobs, st.booleans()), unique_by=lambda file: file.path
)
known_files = st.dictionaries(
    paths,
    st.builds(KnownFile, st.builds(SourceFile, paths, st.just("python"), blobs), numbers, numbers),
)


@settings(deadline=None, max_examples=300)
@given(known_files, found_files, st.sets(paths))
def test_each_path_is_in_exactly_one_class(
    known: dict[str, KnownFile], found: list[FoundFile], pending: set[str]
) -> None:
    changes = classify(known, found, pending)
    classes = [changes.unchanged, changes.modified, changes.added, changes.pending]
    placed = [file.path for one in classes for file in one] + changes.deleted
    assert sorted(placed) == sorted(known.keys() | {file.path for file in found})
    assert {file.path for file in changes.pending} <= pending
    assert {file.path for file in changes.modified} <= known.keys()
    assert not {file.path for file in changes.added} & known.keys()
    assert set(changes.deleted) == known.keys() - {file.path for file in found}
    for file in found:
        record = known.get(file.path)
        same = record is not None and (
            file.blob == record.source.blob
            if file.blob is not None
            else (file.size, file.modified_ns) == (record.size, record.modified_ns)
        )
        assert (file in changes.unchanged) == same


def record(blob: str = "1" * 40, skipped: SkippedFile | None = None) -> KnownFile:
    return KnownFile(SourceFile("a", "python", blob), 5, 7, skipped)


def test_git_s_id_decides_where_there_is_one() -> None:
    touched = FoundFile("a", 5, 99, "1" * 40)
    rewritten = FoundFile("a", 5, 7, "2" * 40)
    assert classify({"a": record()}, [touched]).unchanged == [touched]
    assert classify({"a": record()}, [rewritten]).modified == [rewritten]


def test_an_interrupted_file_is_pending_until_it_is_known_under_its_id() -> None:
    file = FoundFile("a", 5, 7, "2" * 40)
    assert classify({}, [file], {"a"}).pending == [file]
    assert classify({"a": record()}, [file], {"a"}).pending == [file]
    assert classify({"a": record("2" * 40)}, [file], {"a"}).unchanged == [file]


def test_a_skipped_file_is_left_alone_unless_its_reason_may_have_passed() -> None:
    file = FoundFile("a", 5, 7, None)
    assert classify({"a": record("", SkippedFile("a", "binary"))}, [file]).unchanged == [file]
    assert classify({"a": record("", SkippedFile("a", "unreadable"))}, [file]).modified == [file]
    known_without_id = record("", SkippedFile("a", "binary"))
    assert classify({"a": known_without_id}, [FoundFile("a", 5, 7, "2" * 40)]).unchanged


def test_same_content() -> None:
    assert same_content(record(), "1" * 40)
    assert not same_content(record(), "2" * 40)
    assert not same_content(None, "1" * 40)
