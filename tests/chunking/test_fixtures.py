"""The golden questions are answerable: what they expect stands where they say."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cotext.workspace.lines import split_lines

FIXTURES = Path(__file__).parents[2] / "fixtures"
WORKSPACES = FIXTURES / "workspaces"
QUESTIONS: list[dict[str, Any]] = [
    json.loads(line) for line in (FIXTURES / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
FIELDS = {
    "search": {"workspace", "kind", "query", "expect"},
    "symbol": {"workspace", "kind", "query", "expect"},
    "context": {"workspace", "kind", "document", "line", "character", "expect"},
}


def read(workspace: str, path: str) -> str:
    return (WORKSPACES / workspace / path).read_bytes().decode("utf-8")


@pytest.mark.parametrize(
    "question", QUESTIONS, ids=lambda one: f"{one['workspace']}-{one['kind']}-{one['expect']['name']}"
)
def test_the_answer_stands_where_the_question_says(question: dict[str, Any]) -> None:
    assert set(question) - {"also"} == FIELDS[question["kind"]]
    workspace, name = question["workspace"], question["expect"]["name"]
    for path in (question["expect"]["path"], *question.get("also", ())):
        assert re.search(rf"\b{re.escape(name)}\b", read(workspace, path))
    if question["kind"] == "context":
        assert question["document"] not in (question["expect"]["path"], *question.get("also", ()))
        line = split_lines(read(workspace, question["document"]))[question["line"]]
        rest = line.encode("utf-16-le")[2 * question["character"] :].decode("utf-16-le")
        assert re.match(rf"{re.escape(name)}\b", rest)
    else:
        assert question["query"].strip()


@pytest.mark.parametrize(
    "question", [one for one in QUESTIONS if one["kind"] == "search"], ids=lambda one: str(one["query"])
)
def test_a_search_by_meaning_does_not_spell_the_name(question: dict[str, Any]) -> None:
    name, query = question["expect"]["name"].casefold(), question["query"].casefold()
    assert name not in query
    assert name.replace("_", " ") not in query


def test_every_workspace_has_its_questions() -> None:
    kinds = Counter((one["workspace"], one["kind"]) for one in QUESTIONS)
    workspaces = {folder.name for folder in WORKSPACES.iterdir()}
    assert {workspace for workspace, _ in kinds} == workspaces
    assert len(workspaces) >= 8
    for workspace in workspaces:
        assert kinds[workspace, "search"] >= 4
        assert kinds[workspace, "symbol"] >= 2
        assert kinds[workspace, "context"] >= 2
