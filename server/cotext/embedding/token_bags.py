"""Text to the bag of its token ids, for models that pool tokens and so do not care about their order.

The `tokenizers` library is the reference: the ids are those of `Tokenizer.encode(text, add_special_tokens=False)`, in
another order. It spends most of its time in the normaliser's regular expressions (about 350 microseconds for 1,500
characters). Code repeats its words, so a tokenizer of the built-in model's kind is asked once a word instead, and the
answers are kept; that is about ten times as fast.
"""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Any

from tokenizers import Tokenizer

__all__ = ["TokenBags"]

# A word of ASCII text as the built-in tokenizer sees it after it has put spaces at the boundaries of camelCase.
ASCII_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]{1,4}")
WORD_PIPELINE = {
    "normalizer": {
        "type": "Sequence",
        "normalizers": [
            {"type": "NFKC"},
            {"type": "Replace", "pattern": {"Regex": "(?<=[a-z0-9])(?=[A-Z])"}, "content": " "},
            {"type": "Replace", "pattern": {"Regex": "(?<=[A-Z])(?=[A-Z][a-z])"}, "content": " "},
            {"type": "Lowercase"},
        ],
    },
    "pre_tokenizer": {
        "type": "Split",
        "pattern": {"Regex": r"\p{L}+|\p{N}{1,4}"},
        "behavior": "Removed",
        "invert": True,
    },
    "post_processor": None,
    "truncation": None,
}
WORDS_KEPT = 200_000
LONGEST_KEPT = 64


class WordIds(dict[str, list[int]]):
    """The token ids of each word met so far; a new word is looked up when it is first asked for."""

    def __init__(self, tokenizer: Tokenizer) -> None:
        super().__init__()
        self._tokenizer = tokenizer

    def __missing__(self, word: str) -> list[int]:
        ids: list[int] = self._tokenizer.encode(word, add_special_tokens=False).ids
        if len(word) <= LONGEST_KEPT:
            if len(self) >= WORDS_KEPT:
                self.clear()
            self[word] = ids
        return ids


class TokenBags:
    """The token ids of a text, in no particular order.

    Args:
        tokenizer: the tokenizer; its padding is switched off.
    """

    def __init__(self, tokenizer: Tokenizer) -> None:
        tokenizer.no_padding()
        self._tokenizer = tokenizer
        specification: dict[str, Any] = json.loads(tokenizer.to_str())
        self._by_word = {key: specification.get(key) for key in WORD_PIPELINE} == WORD_PIPELINE
        self._added = tuple(str(token["content"]) for token in specification.get("added_tokens") or ())
        self._words = WordIds(tokenizer)

    @property
    def by_word(self) -> bool:
        """Whether the tokenizer is of the kind whose words can be looked up one by one."""
        return self._by_word

    def ids(self, text: str) -> list[int]:
        """The ids of all tokens of `text`, each as often as it occurs."""
        # An added token's literal text ("[UNK]" in somebody's tokenizer test) is matched before words are cut.
        if not self._by_word or any(token in text for token in self._added):
            # `encode` for one text never starts threads; `encode_batch` would take every core from the editor.
            found: list[int] = self._tokenizer.encode(text, add_special_tokens=False).ids
            return found
        words = self._words
        if text.isascii():
            return list(chain.from_iterable(map(words.__getitem__, ASCII_WORD.findall(text))))
        # No rule of the tokenizer looks across white space, so only the runs that hold other characters go to it whole.
        runs = text.split()
        ids = list(chain.from_iterable(map(words.__getitem__, [run for run in runs if not run.isascii()])))
        ascii_words = ASCII_WORD.findall(" ".join([run for run in runs if run.isascii()]))
        ids.extend(chain.from_iterable(map(words.__getitem__, ascii_words)))
        return ids
