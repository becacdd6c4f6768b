"""Retrieval profiles: how deep the routes go, and what of the fused list is kept."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

from cotext.fusion.ranking_weights import RankingWeights, shipped_ranking_weights
from cotext.fusion.reciprocal_rank import K

__all__ = ["DEFAULT", "PROFILES", "TABBY", "Profile", "for_context"]


@dataclass(frozen=True, slots=True)
class Profile:
    """One way to make a list of hits.

    Attributes:
        name: as in the setting `cotext.retrieval.profile`.
        depth: candidates taken from each route.
        context_depth: the same for a completion context, which shows a handful and is due at every keystroke.
        k: the constant of Reciprocal Rank Fusion.
        definition_weight: of the definition route in a completion context's fusion; 0: without that route. So high a
            default puts definitions first and similar code behind. Of 600 cursors before a name that another file
            defines, in twelve repositories, the first hit shows the definition of 27 % with weight 3, 44 % with 20, 50
            % with 40, 54 % with 60; one of the first five that of 73, 81, 81 and 80 %.
        exact_symbols: whether a search for nothing but a name also has the chunks that define it as a route.
        symbol_weight: of the symbol route in a search's fusion.
        equal_bits: whether the embedding score is the share of equal sign bits instead of a cosine.
        chunks_per_file: most chunks of one file; 0: no limit.
        minimum_bm25, minimum_embedding, minimum_rrf: what a hit's scores must be above; a route that did not find it
            scores 0.
        relative_bm25, relative_embedding: a hit is dropped when each of its scores is below this share of the list's
            best.
        limit: most hits, whatever the request asks for; 0: no limit.
        ranked: whether searches are ranked by evidence after the fusion.
        ranking: the learned weights of the ranking.
    """

    name: str
    depth: int = 200
    context_depth: int = 60
    k: int = K
    definition_weight: float = 40.0
    exact_symbols: bool = True
    symbol_weight: float = 3.0
    equal_bits: bool = False
    chunks_per_file: int = 0
    minimum_bm25: float | None = None
    minimum_embedding: float | None = None
    minimum_rrf: float | None = None
    relative_bm25: float = 0.0
    relative_embedding: float = 0.0
    limit: int = 0
    ranked: bool = True
    ranking: RankingWeights = field(default_factory=shipped_ranking_weights)

    @property
    def weights(self) -> dict[str, float]:
        """The routes' weights in the fusion, where they are not 1."""
        return {"definition": self.definition_weight, "symbol": self.symbol_weight}

    @property
    def has_thresholds(self) -> bool:
        """Whether any absolute threshold applies."""
        return (self.minimum_bm25, self.minimum_embedding, self.minimum_rrf) != (None, None, None)


def for_context(profile: Profile) -> Profile:
    """The profile as it applies to a completion context."""
    return replace(profile, depth=profile.context_depth)


DEFAULT = Profile("default", chunks_per_file=3, relative_bm25=0.15, relative_embedding=0.35)
"""No absolute cut: what a fused score is worth depends on how many routes there are, and a healthy index must not seem
empty."""

TABBY = Profile(
    "tabby",
    depth=40,
    context_depth=40,
    definition_weight=0.0,
    exact_symbols=False,
    symbol_weight=1.0,
    equal_bits=True,
    chunks_per_file=2,
    minimum_bm25=8.0,
    minimum_embedding=0.75,
    minimum_rrf=0.028,
    limit=20,
    ranked=False,
)
"""Tabby's finish (TabbyML/tabby, its code search with the default parameters), for comparison. An rrf above 0.028
needs both routes: one
route alone gives at most 1/61 = 0.0164."""

PROFILES = {profile.name: profile for profile in (DEFAULT, TABBY)}
