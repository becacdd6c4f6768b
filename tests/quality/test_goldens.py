"""Where the right answer to each question of `fixtures/questions.jsonl` stands, pinned: a change in ranking is seen.

A golden file is a question with the rank of what is wanted and the first hits; `summary.json` has recall and MRR. After
a change that is meant, `make quality UPDATE=1` writes them anew, and their diff is read like code.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from statistics import fmean
from typing import Any

import pytest

from cotext.chunking.languages import document_language
from cotext.engine import Engine
from cotext.records import Hit, LineRange, Position
from cotext.requests import ContextRequest, SearchRequest

GOLDENS = Path(__file__).parent / "goldens"
SUMMARY = GOLDENS / "summary.json"
QUESTIONS = [
    json.loads(line)
    for line in (Path(__file__).parents[2] / "fixtures" / "questions.jsonl").read_text(encoding="utf-8").splitlines()
]
WORKSPACES = sorted({question["workspace"] for question in QUESTIONS})
SHOWN = 5
LIMIT = 20

Answers = dict[str, dict[str, Any]]
"""What is pinned of each question, by the name of its file."""


def file_name(number: int, question: dict[str, Any]) -> str:
    """A question's place in its workspace, and what it asks, in ASCII."""
    asked = question.get("query") or f"{question['document']} {question['line'] + 1}"
    words = re.findall(r"[a-z0-9]+", asked.lower())[:6]
    return "-".join([f"{number:02}", question["kind"], *words]) + ".json"


def ask(engine: Engine, folder: Path, question: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Path, symbol and text of each hit."""
    if question["kind"] == "symbol":
        symbols = engine.symbols(question["query"], LIMIT)
        return [(relative(folder, one.document), one.name, one.text) for one in symbols]
    if question["kind"] == "search":
        return shown(folder, engine.search(SearchRequest(question["query"], limit=LIMIT)).hits)
    document = str(folder / question["document"])
    lines = (folder / question["document"]).read_text(encoding="utf-8").splitlines(keepends=True)
    number, column = question["line"], question["character"]
    lines[number] = lines[number].encode("utf-16-le")[: 2 * column].decode("utf-16-le") + "\n"
    engine.set_buffer(document, "".join(lines), document_language(document, "plaintext"))
    try:
        position = Position(number, len(lines[number]) - 1)
        request = ContextRequest(document, position, max_chunks=LIMIT, time_budget_ms=60_000)
        return shown(folder, engine.completion_context(request).hits)
    finally:
        engine.close_buffer(document)


def relative(folder: Path, document: str) -> str:
    return Path(document).relative_to(folder).as_posix()


def shown(folder: Path, hits: tuple[Hit, ...]) -> list[tuple[str, str, str]]:
    return [
        (relative(folder, hit.document), hit.symbol.name if hit.symbol else lines(hit.lines), hit.text) for hit in hits
    ]


def lines(some: LineRange) -> str:
    return f"lines {some.start + 1} to {some.end}"


def answered(engine: Engine, folder: Path, questions: list[dict[str, Any]]) -> Answers:
    answers = {}
    for number, question in enumerate(questions, 1):
        wanted = question["expect"]
        paths = {wanted["path"], *question.get("also", ())}
        hits = ask(engine, folder, question)
        rank = next((n for n, (path, _, text) in enumerate(hits, 1) if path in paths and wanted["name"] in text), None)
        first = [f"{path}: {symbol}" for path, symbol, _ in hits[:SHOWN]]
        answers[file_name(number, question)] = {"question": question, "rank": rank, "first": first}
    return answers


def summary(ranks: dict[str, list[int | None]]) -> dict[str, dict[str, float]]:
    """For each kind of question: recall at 1 and 5, and the mean reciprocal rank."""
    return {
        kind: {
            "questions": len(some),
            "recall@1": round(fmean(rank == 1 for rank in some), 3),
            "recall@5": round(fmean(rank is not None and rank <= 5 for rank in some), 3),
            "mrr": round(fmean(1 / rank if rank else 0 for rank in some), 3),
        }
        for kind, some in sorted(ranks.items())
    }


@pytest.fixture(scope="module")
def all_answers(module_workspace: Callable[[str], Path], open_engine: Callable[..., Engine]) -> dict[str, Answers]:
    engine, answers = open_engine(), {}
    for workspace in WORKSPACES:
        folder = module_workspace(workspace)
        engine.add_folder(folder)
        assert engine.wait_until_ready(60)
        questions = [question for question in QUESTIONS if question["workspace"] == workspace]
        answers[workspace] = answered(engine, folder, questions)
        engine.remove_folder(folder)
    return answers


def written(data: Any) -> str:
    return json.dumps(data, ensure_ascii=False, indent=2) + "\n"


@pytest.mark.parametrize("workspace", WORKSPACES)
def test_ranks(workspace: str, all_answers: dict[str, Answers], request: pytest.FixtureRequest) -> None:
    folder, answers = GOLDENS / workspace, all_answers[workspace]
    if request.config.getoption("--update-goldens"):
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("*.json"):
            old.unlink()
        for name, answer in answers.items():
            (folder / name).write_text(written(answer), encoding="utf-8", newline="\n")
    golden = {file.name: json.loads(file.read_text(encoding="utf-8")) for file in sorted(folder.glob("*.json"))}
    assert answers == golden, "another ranking; if it is meant, write the goldens anew: make quality UPDATE=1"


def test_summary(all_answers: dict[str, Answers], request: pytest.FixtureRequest) -> None:
    ranks: dict[str, list[int | None]] = defaultdict(list)
    for answers in all_answers.values():
        for answer in answers.values():
            ranks[answer["question"]["kind"]].append(answer["rank"])
    if request.config.getoption("--update-goldens"):
        SUMMARY.write_text(written(summary(ranks)), encoding="utf-8", newline="\n")
    assert summary(ranks) == json.loads(SUMMARY.read_text(encoding="utf-8"))
    assert all(of_kind["recall@5"] >= 0.9 for of_kind in summary(ranks).values())
