"""What is asked of each kind of server: a path and a JSON body. Pure functions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from cotext.errors import InlineModelError
from cotext.inline_model.comments import as_comments
from cotext.inline_model.pieces import Piece
from cotext.inline_model.surroundings import Surroundings
from cotext.inline_model.templates import TEMPLATES
from cotext.settings import InlineModelSettings

__all__ = ["Asked", "Question", "asked"]

_MOST_STOPS = 4
"""OpenAI's own servers refuse more. The answer is searched for all: one that is not sent only costs the model time."""


@dataclass(frozen=True, slots=True)
class Question:
    """What is to be completed.

    Attributes:
        at: the place.
        pieces: code from other places, in the order to send it: the best last.
        one_line: an answer ends at the end of its first line.
    """

    at: Surroundings
    pieces: tuple[Piece, ...] = ()
    one_line: bool = False


@dataclass(frozen=True, slots=True)
class Asked:
    """A request to a server of models.

    Attributes:
        path: where it goes, below the server's address.
        body: what is sent, as JSON.
        stops: texts at which the answer has ended.
    """

    path: str
    body: dict[str, Any]
    stops: tuple[str, ...]


def asked(settings: InlineModelSettings, question: Question) -> Asked:
    """The request for a question. It asks for the likeliest answer, as it is written.

    Raises:
        InlineModelError: the settings lack what such a server needs.
    """
    request = _KINDS[settings.kind](settings, question)
    request.body.update({"stream": True} | ({"model": settings.model} if settings.model else {}))
    return request


def _llama_cpp(settings: InlineModelSettings, question: Question) -> Asked:
    above, line_end, line = question.at.prefix.rpartition("\n")
    stops = _stops(question)
    body = {
        "input_prefix": above + line_end,
        "prompt": line,
        "input_suffix": question.at.suffix,
        "input_extra": [{"filename": one.path, "text": one.text} for one in question.pieces],
        "n_predict": settings.max_tokens,
        "t_max_predict_ms": settings.timeout_ms,
        "temperature": 0,
        "cache_prompt": True,
        "stop": list(stops),
    }
    return Asked("/infill", body, stops)


def _openai(settings: InlineModelSettings, question: Question) -> Asked:
    template = TEMPLATES.get(settings.template)
    if template is None:
        prompt, suffix = _with_comments(question), question.at.suffix
        stops = _stops(question)
    else:
        prompt, suffix = template.prompt(question.at, question.pieces), ""
        stops = _stops(question, template.stops)
    body: dict[str, Any] = {"prompt": prompt, "max_tokens": settings.max_tokens, "temperature": 0}
    if suffix:
        body["suffix"] = suffix
    if stops:
        body["stop"] = list(stops[:_MOST_STOPS])
    return Asked("/v1/completions", body, stops)


def _ollama(settings: InlineModelSettings, question: Question) -> Asked:
    if not settings.model:
        raise InlineModelError("settings", "Set cotext.inlineModel.model: Ollama has several, and must be told which.")
    stops = _stops(question)
    options: dict[str, Any] = {"num_predict": settings.max_tokens, "temperature": 0}
    if stops:
        options["stop"] = list(stops)
    # Without a suffix the model would take the prompt for a message and talk about it.
    body = {"prompt": _with_comments(question), "suffix": question.at.suffix or "\n", "options": options}
    return Asked("/api/generate", body, stops)


_KINDS: dict[str, Callable[[InlineModelSettings, Question], Asked]] = {
    "llama.cpp": _llama_cpp,
    "openai": _openai,
    "ollama": _ollama,
}


def _with_comments(question: Question) -> str:
    comments = as_comments(question.pieces, question.at.language)
    return f"{comments}\n{question.at.prefix}" if comments else question.at.prefix


def _stops(question: Question, of_template: tuple[str, ...] = ()) -> tuple[str, ...]:
    return (*(("\n",) if question.one_line else ()), *of_template)
