from __future__ import annotations

from pathlib import Path

import pytest

from cotext.errors import BadRequest
from cotext.fusion.ranking_weights import checked_settings, read_ranking_weights, shipped_ranking_weights


def test_a_file_replaces_whole_tables_and_leaves_the_others_as_shipped(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("[made_up]\nclose = 2\nfar = -0.5\n")
    weights = read_ranking_weights(file)
    assert dict(weights.of("made_up")) == {"close": 2.0, "far": -0.5}
    for name, table in shipped_ranking_weights().tables.items():
        assert weights.of(name) == table


def test_a_table_that_is_nowhere_weighs_nothing() -> None:
    assert not shipped_ranking_weights().of("no such table")


@pytest.mark.parametrize(
    "text", ["[open", "[table]\nname = 'text'\n", "[table]\nname = true\n", "number = 1\n", "[table]\nname = nan\n"]
)
def test_a_file_that_is_no_table_of_numbers_is_refused_by_name(tmp_path: Path, text: str) -> None:
    file = tmp_path / "weights.toml"
    file.write_text(text)
    with pytest.raises(BadRequest, match=r"cotext\.ranking\.weights"):
        read_ranking_weights(file)


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadRequest, match=r"gone\.toml"):
        read_ranking_weights(tmp_path / "gone.toml")


def test_settings_that_name_a_bad_file_say_so_and_go_without_it(tmp_path: Path) -> None:
    file = tmp_path / "weights.toml"
    file.write_text("[open")
    settings, [problem] = checked_settings({"ranking": {"weights": str(file)}})
    assert settings.ranking.weights == ""
    assert str(file) in problem
    assert "that come with Cotext" in problem
    file.write_text("[definition]\nsimilar = 1\n")
    settings, problems = checked_settings({"ranking": {"weights": str(file)}})
    assert (settings.ranking.weights, problems) == (str(file), [])
