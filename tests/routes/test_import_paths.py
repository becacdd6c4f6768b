from __future__ import annotations

import pytest

from cotext.index.import_names import path_components
from cotext.routes.import_paths import ImportWords


@pytest.mark.parametrize(
    ("statement", "path"),
    [
        ("from pydantic.fields import FieldInfo", "pydantic/fields.py"),
        ("use crate::runtime::task_hooks;", "src/runtime/task_hooks/mod.rs"),
        ('#include "absl/strings/str_cat.h"', "absl/strings/str_cat.cc"),
        ("import com.example.JsonNode;", "src/com/example/JsonNode.java"),
        ("import { render } from '../runtime/console'", "packages/runtime/console.ts"),
    ],
)
def test_an_import_leads_to_the_file_that_it_names(statement: str, path: str) -> None:
    imports = ImportWords([statement])
    assert imports.leads_to(path_components(path)[0]) >= 0.5
    assert imports.leads_to(path_components("elsewhere/other.py")[0]) == 0


def test_a_file_at_the_top_that_stands_for_its_folder_is_led_to_by_nothing() -> None:
    assert ImportWords(["import index"]).leads_to(path_components("index.ts")[0]) == 0
