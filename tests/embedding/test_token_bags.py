"""The word-by-word way must give the tokenizer's own ids, whatever the text."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers

import cotext.embedding
from cotext.embedding import token_bags
from cotext.embedding.token_bags import TokenBags

TOKENIZER_FILE = Path(cotext.embedding.__file__).parent / "builtin_model" / "tokenizer.json"
REFERENCE = Tokenizer.from_file(str(TOKENIZER_FILE))
BAGS = TokenBags(Tokenizer.from_file(str(TOKENIZER_FILE)))
PIECES = (
    "parseHTTPRequest|x|ABc|ABC|a1B2|12345678901|naïveΣ|Größe|_|.|(|\n|\t| |\r\n|\u00a0|\u3000|\u0301|é|数据|Ⅷ|²|ﬁ|İ"
    "|[UNK]|[PAD|]|😀|" + "z" * 50
).split("|")
CODE = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def reference(text: str) -> list[int]:
    return sorted(REFERENCE.encode(text, add_special_tokens=False).ids)


@given(st.one_of(CODE, st.text(max_size=80)))
@example("HTTPServer parseConfig ABc Ab aB AB9c 1234567 [PAD] tail")
@example("before\u0301 é́ ﬁnd ǅ ΑΣ ſ K\u0301x")
@settings(max_examples=300, deadline=None)
def test_bags_hold_the_tokenizers_ids(text: str) -> None:
    assert BAGS.by_word
    assert sorted(BAGS.ids(text)) == reference(text)


def test_words_are_forgotten_when_too_many_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(token_bags, "WORDS_KEPT", 10)
    bags = TokenBags(Tokenizer.from_file(str(TOKENIZER_FILE)))
    text = " ".join(f"word{chr(97 + number)}{chr(97 + number)}" for number in range(26))
    assert sorted(bags.ids(text)) == reference(text)
    assert len(bags._words) <= 10


def test_a_tokenizer_of_another_kind_is_asked_whole() -> None:
    other = Tokenizer(models.WordLevel({"a": 0, "b": 1, "?": 2}, unk_token="?"))
    other.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    other.enable_truncation(4)
    other.enable_padding(length=9)
    bags = TokenBags(other)
    assert not bags.by_word
    assert bags.ids("a b A b a a") == [0, 1, 2, 1]
