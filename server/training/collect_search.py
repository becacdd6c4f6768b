"""Gather the evidence from which the tables [search ...] are learned.

A question is a JSON object a line: `repo`, `query`, `benchmark_root` (what of the checkout is indexed) and `targets`
(`file` each, relative to the checkout). A list is a question's candidates: each file's best chunk.

    python -m training.collect_search CHECKOUTS QUESTIONS.jsonl EVIDENCE_FOLDER [--mode MODE ...] [--whole]
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cotext.answers.search_lists import search_lists, table_of
from cotext.answers.searching import filters_of
from cotext.answers.sources import View
from cotext.engine import Engine
from cotext.ranking.rank_search import ask
from cotext.requests import Mode, SearchRequest
from cotext.settings import Settings
from training.collect_definitions import never
from training.evidence_file import EvidenceLists, write_evidence

__all__ = ["collect", "evidence_of_question", "main"]

_MOST_FILES = 150
"""Files of a list, the best by the present weights: the others teach nothing."""

_MODES = ("hybrid", "keyword", "semantic")

Candidates = list[tuple[dict[str, float], float]]


def evidence_of_question(engine: Engine, query: str, mode: Mode, targets: Iterable[str]) -> tuple[str, Candidates]:
    """The table that ranks the question, and each found file's best chunk: its evidence, and 1 for a target.

    Args:
        engine: with one folder, indexed.
        query, mode: as they are searched.
        targets: paths relative to the folder.
    """
    request = SearchRequest(query, mode=mode)
    view = View(engine.resources, filters_of(request))
    wanted, seen = set(targets), set()
    found: Candidates = []
    for one in search_lists(view, request, engine.profile, never).ranked:
        file = view.file(one.fused.item)
        if file in seen:
            continue
        seen.add(file)
        path = view.file_entry(one.fused.item).path
        if len(seen) <= _MOST_FILES or path in wanted:
            found.append((one.evidence, float(path in wanted)))
    return table_of(mode, ask(view.sources, query)), found


def collect(
    folder: Path, prefix: str, questions: Sequence[Mapping[str, Any]], modes: Sequence[Mode], cache: Path | None
) -> EvidenceLists:
    """Index a folder and gather the evidence of its questions in each mode.

    Args:
        folder: what is indexed.
        prefix: its path in the checkout, "" for all of it.
        questions: see above.
        modes: each gives lists of its own.
        cache: where the index is kept; None: the user's cache folder.
    """
    engine = Engine(Settings(), cache_directory=cache)
    try:
        engine.add_folder(folder)
        engine.wait_until_ready()
        engine.resources.encoders.get("builtin", None)
        lists = []
        for question in questions:
            files = [str(target["file"]) for target in question["targets"]]
            inside = [file.removeprefix(prefix).lstrip("/") for file in files if file.startswith(prefix)]
            lists += [evidence_of_question(engine, str(question["query"]), mode, inside) for mode in modes]
        return EvidenceLists.of(lists)
    finally:
        engine.close()


def main(arguments: Sequence[str] | None = None) -> int:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("checkouts", type=Path, help="a folder with a checkout a repository")
    parser.add_argument("questions", type=Path)
    parser.add_argument("evidence", type=Path, help="the folder to write to")
    parser.add_argument("--mode", nargs="*", default=_MODES, choices=_MODES)
    parser.add_argument("--whole", action="store_true", help="index whole checkouts, with tests, docs and examples")
    parser.add_argument("--only", nargs="*", default=(), help="these repositories")
    parser.add_argument("--cache", type=Path, help="where indexes are kept; the user's cache folder by default")
    asked = parser.parse_args(arguments)
    questions: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for line in asked.questions.read_text(encoding="utf-8").splitlines():
        question = json.loads(line)
        questions[question["repo"]].append(question)
    asked.evidence.mkdir(parents=True, exist_ok=True)
    for repository, those in questions.items():
        if asked.only and repository not in asked.only:
            continue
        root = "" if asked.whole else those[0].get("benchmark_root") or ""
        folder = (asked.checkouts / repository / root).resolve()
        if not folder.is_dir():
            sys.stdout.write(f"{repository}: {folder} is not there\n")
            continue
        lists = collect(folder, "" if root == "." else root, those, [Mode(one) for one in asked.mode], asked.cache)
        write_evidence(asked.evidence / f"{repository}-{'whole' if asked.whole else 'root'}.npz", lists)
        found = sum(bool(right.any()) for right in lists.right)
        sys.stdout.write(f"{repository}: {len(lists.right)} lists, {found} with a target among the candidates\n")
        sys.stdout.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
