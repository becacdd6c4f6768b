"""Fill-in-the-middle formats: the text that a model continues, for servers that do not put it together themselves.

Each as the model's makers describe it, with their format for several files of a repository where the model learned one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from cotext.inline_model.comments import as_comments
from cotext.inline_model.pieces import Piece
from cotext.inline_model.surroundings import Surroundings

__all__ = ["TEMPLATES", "Template"]


@dataclass(frozen=True, slots=True)
class Template:
    """A format.

    Attributes:
        marks: texts that mean something to the model. Where they stand in code, they are taken apart.
        stops: texts at which an answer has ended, the likeliest first.
        write: puts the text together.
    """

    marks: tuple[str, ...]
    stops: tuple[str, ...]
    write: Callable[[Surroundings, Sequence[Piece]], str]

    def prompt(self, at: Surroundings, pieces: Sequence[Piece]) -> str:
        """The text to continue; the pieces come in the order given."""
        safe = [Piece(self._safe(one.path), self._safe(one.text)) for one in pieces]
        names = {"path": self._safe(at.path), "repository": self._safe(at.repository)}
        return self.write(replace(at, prefix=self._safe(at.prefix), suffix=self._safe(at.suffix), **names), safe)

    def _safe(self, text: str) -> str:
        found = re.compile("|".join(map(re.escape, self.marks)))
        return found.sub(lambda match: f"{match[0][:1]} {match[0][1:]}", text)


def _qwen(at: Surroundings, pieces: Sequence[Piece]) -> str:
    middle = f"<|fim_prefix|>{at.prefix}<|fim_suffix|>{at.suffix}<|fim_middle|>"
    if not pieces:
        return middle
    files = "".join(f"<|file_sep|>{one.path}\n{_line_end(one.text)}" for one in pieces)
    return f"<|repo_name|>{at.repository}\n{files}<|file_sep|>{at.path}\n{middle}"


def _starcoder(at: Surroundings, pieces: Sequence[Piece]) -> str:
    if not pieces:
        return f"<fim_prefix>{at.prefix}<fim_suffix>{at.suffix}<fim_middle>"
    files = "".join(f"<file_sep>{one.path}\n{_line_end(one.text)}" for one in pieces)
    middle = f"<fim_prefix>{at.path}\n{at.prefix}<fim_suffix>{at.suffix}<fim_middle>"
    return f"<repo_name>{at.repository}{files}<file_sep>{middle}"


def _deepseek(at: Surroundings, pieces: Sequence[Piece]) -> str:
    files = "".join(f"#{one.path}\n{_line_end(one.text)}" for one in pieces)
    own = f"#{at.path}\n" if pieces else ""
    return f"<｜fim▁begin｜>{files}{own}{at.prefix}<｜fim▁hole｜>{at.suffix}<｜fim▁end｜>"


def _codellama(at: Surroundings, pieces: Sequence[Piece]) -> str:
    return f"<PRE> {as_comments(pieces, at.language)}{at.prefix} <SUF>{at.suffix} <MID>"


def _codestral(at: Surroundings, pieces: Sequence[Piece]) -> str:
    files = "".join(f"+++++ {one.path}\n{_line_end(one.text)}\n" for one in pieces)
    own = f"+++++ {at.path}\n" if pieces else ""
    return f"[SUFFIX]{at.suffix}[PREFIX]{files}{own}{at.prefix}"


def _line_end(text: str) -> str:
    return text if text.endswith("\n") else text + "\n"


_QWEN_MARKS = (
    *("<|endoftext|>", "<|file_sep|>", "<|fim_pad|>", "<|repo_name|>", "<|fim_prefix|>", "<|fim_suffix|>"),
    *("<|fim_middle|>", "<|im_start|>", "<|im_end|>"),
)
_STARCODER_MARKS = (
    *("<|endoftext|>", "<file_sep>", "<repo_name>", "<fim_pad>", "<fim_prefix>", "<fim_suffix>", "<fim_middle>"),
)
_DEEPSEEK_MARKS = (
    "<｜end▁of▁sentence｜>",
    "<|EOT|>",
    "<｜begin▁of▁sentence｜>",
    "<｜fim▁begin｜>",
    "<｜fim▁hole｜>",
    "<｜fim▁end｜>",
)
_CODELLAMA_MARKS = ("<EOT>", "</s>", "<PRE>", "<SUF>", "<MID>")
_CODESTRAL_MARKS = ("</s>", "[PREFIX]", "[SUFFIX]", "[MIDDLE]", "[INST]", "[/INST]")

TEMPLATES = {
    "qwen2.5-coder": Template(_QWEN_MARKS, _QWEN_MARKS, _qwen),
    "starcoder2": Template(_STARCODER_MARKS, _STARCODER_MARKS, _starcoder),
    "deepseek-coder": Template(_DEEPSEEK_MARKS, _DEEPSEEK_MARKS, _deepseek),
    "codellama": Template(_CODELLAMA_MARKS, _CODELLAMA_MARKS, _codellama),
    "codestral": Template(_CODESTRAL_MARKS, ("</s>", "[PREFIX]", "[SUFFIX]", "\n+++++ ", "[MIDDLE]"), _codestral),
}
"""By the names that `cotext.inlineModel.template` can have."""
