from __future__ import annotations

from collections.abc import Mapping

import pytest

from cotext.index.overlay import OpenFile
from cotext.routes.file_evidence import FileEvidence, is_example_path
from cotext.routes.import_paths import ImportWords

IMPORTS = ImportWords(["from shop.prices import Price\n"])


def of_file(
    path: str, own: str = "shop/till.py", quality: int = 0, recent: Mapping[int, float] | None = None
) -> dict[str, float]:
    file = OpenFile(7, path, "python", "python", quality, ())
    return FileEvidence(own, IMPORTS, {}, recent or {}).of([file]).of(0)


def test_the_imported_file_is_told_by_its_path() -> None:
    assert of_file("shop/prices.py")["imported_file"] == 0.5
    assert "imported_file" not in of_file("shop/orders.py")
    assert of_file("shop/prices/__init__.py")["imported_folder"] == 0.5


def test_folders_in_common_and_equal_stems() -> None:
    assert of_file("shop/orders.py")["same_folder"] == of_file("shop/orders.py")["shared_folders"] == 1
    assert of_file("shop/web/orders.py")["shared_folders"] == 0.5
    assert of_file("include/till.h")["same_stem"] == 1
    assert of_file("include/till.h", own="").keys().isdisjoint({"same_stem", "same_folder", "shared_folders"})


def test_tests_and_examples_are_down_unless_the_document_is_one() -> None:
    assert of_file("tests/test_prices.py")["example"] == 1
    within = of_file("tests/test_prices.py", own="tests/test_till.py")
    assert within["any_example"] == 1
    assert "example" not in within


@pytest.mark.parametrize("path", ["docs/a.py", "a/benches/b.rs", "a/b_test.go", "web/a.spec.ts", "test_a.py"])
def test_example_paths(path: str) -> None:
    assert is_example_path(path)


@pytest.mark.parametrize("path", ["testing.py", "src/latest/a.py", "contest/a.go", "specific/a.rb"])
def test_other_paths(path: str) -> None:
    assert not is_example_path(path)


def test_a_file_edited_just_now_and_one_of_poor_quality() -> None:
    assert of_file("shop/prices.py", recent={7: 0.75})["recent_file"] == 0.75
    assert "recent_file" not in of_file("shop/prices.py")
    assert of_file("shop/prices.py", quality=4)["poor_quality"] == 1


def test_no_files_have_no_evidence() -> None:
    assert FileEvidence("", IMPORTS, {}, {}).of([]).values.shape[1] == 0
