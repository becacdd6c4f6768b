"""The learned weights of the ranking: one table of evidence a kind of question, read from a TOML file."""

from __future__ import annotations

import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from types import MappingProxyType

from cotext.errors import BadRequest
from cotext.settings import RankingSettings, Settings
from cotext.settings_from_client import from_client

__all__ = ["RankingWeights", "checked_settings", "read_ranking_weights", "shipped_ranking_weights"]

_SHIPPED = Path(__file__).with_name("ranking_weights.toml")


@dataclass(frozen=True, slots=True)
class RankingWeights:
    """What each piece of evidence counts.

    Attributes:
        tables: for each table of the file ("definition", ...) its weights by name of the evidence.
    """

    tables: Mapping[str, Mapping[str, float]] = field(default_factory=lambda: MappingProxyType({}))

    def of(self, table: str) -> Mapping[str, float]:
        """One table; empty where the file has none, so that nothing of it counts."""
        return self.tables.get(table, MappingProxyType({}))


def read_ranking_weights(path: Path) -> RankingWeights:
    """Read a file of weights, as `server/training` writes it. Tables that it lacks are the shipped ones.

    Raises:
        BadRequest: it cannot be read, or is no table of finite numbers.
    """
    tables = dict(shipped_ranking_weights().tables) if path != _SHIPPED else {}
    try:
        with path.open("rb") as file:
            data = tomllib.load(file)
    except (OSError, ValueError) as error:
        raise BadRequest(f"cotext.ranking.weights: {path} cannot be read ({error}).") from error
    for name, table in data.items():
        if not isinstance(table, dict) or not all(_is_number(value) for value in table.values()):
            raise BadRequest(f"cotext.ranking.weights: {path}: [{name}] must be a table of numbers.")
        tables[name] = MappingProxyType({evidence: float(value) for evidence, value in table.items()})
    return RankingWeights(MappingProxyType(tables))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


@cache
def shipped_ranking_weights() -> RankingWeights:
    """The weights that come with this package."""
    return read_ranking_weights(_SHIPPED)


def checked_settings(section: object) -> tuple[Settings, list[str]]:
    """As `settings_from_client.from_client`, and a file of weights that cannot be used is named and left out."""
    settings, problems = from_client(section)
    if settings.ranking.weights:
        try:
            read_ranking_weights(Path(settings.ranking.weights))
        except BadRequest as error:
            problems = [*problems, f"{error} Using the weights that come with Cotext."]
            settings = replace(settings, ranking=RankingSettings())
    return settings, problems
