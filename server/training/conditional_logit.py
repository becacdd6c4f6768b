"""The linear model that learns what each piece of evidence counts: which of a list's candidates is the right one.

A conditional logit (McFadden, "Conditional logit analysis of qualitative choice behavior", 1974), also known as the
softmax cross-entropy of ListNet: within one list, the chance of a candidate is the softmax of its summed evidence.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

__all__ = ["Choice", "fit", "log_likelihood"]

_MOST_STEPS = 60
_HALVINGS = 30
_SMALL_GAIN = 1e-7


@dataclass(frozen=True, slots=True)
class Choice:
    """One list of candidates.

    Attributes:
        evidence: a row a candidate, a column a piece of evidence; shape (candidates, columns).
        right: how right each candidate is, at least 0, not all 0; shape (candidates,).
        weight: how much the list counts beside others.
    """

    evidence: NDArray[np.float64]
    right: NDArray[np.float64]
    weight: float = 1.0


def log_likelihood(choices: Sequence[Choice], weights: NDArray[np.float64]) -> float:
    """The weighted sum of each list's log of the chance that a right candidate is chosen.

    Args:
        choices: the lists.
        weights: of the columns; shape (columns,).
    """
    total = 0.0
    for choice in choices:
        scores = choice.evidence @ weights
        chances = np.exp(scores - scores.max())
        total += choice.weight * float(np.log(max((chances * _shares(choice)).sum() / chances.sum(), 1e-300)))
    return total


def fit(
    choices: Sequence[Choice], *, penalty: float = 0.1, prior: NDArray[np.float64] | None = None
) -> NDArray[np.float64]:
    """The weights under which the right candidates are likeliest, by Newton's method with step halving.

    Columns are scaled to a standard deviation of 1 within their lists while learning, so that the penalty treats them
    alike; the weights given are those of the columns as they came. A column that never varies within a list weighs 0.

    Args:
        choices: at least one list, all with the same columns.
        penalty: what a hundredth of the lists' summed weight is multiplied with to give the ridge penalty of the scaled
            columns' weights, from what they are by `prior`.
        prior: what the columns weigh while nothing is seen; shape (columns,); None: 0.

    Returns:
        shape (columns,).

    Raises:
        ValueError: no lists.
    """
    if not choices:
        raise ValueError("there is nothing to learn from")
    total = sum(choice.weight for choice in choices)
    spread = _spread(choices)
    scale = np.divide(1.0, spread, out=np.zeros_like(spread), where=spread > 1e-12)
    scaled = [Choice(choice.evidence * scale, choice.right, choice.weight) for choice in choices]
    ridge = penalty * total * 0.01
    centre = np.zeros(len(scale)) if prior is None else prior * spread
    weights = centre.copy()
    value = log_likelihood(scaled, weights)
    for _ in range(_MOST_STEPS):
        gradient, curvature = _derivatives(scaled, weights)
        gradient -= ridge * (weights - centre)
        step = np.linalg.solve(curvature + (ridge + 1e-9) * np.eye(len(weights)), gradient)
        for _ in range(_HALVINGS):
            away = weights + step - centre
            tried = log_likelihood(scaled, weights + step) - ridge / 2 * float(away @ away)
            if tried >= value:
                break
            step = step / 2
        gain = tried - value
        weights, value = weights + step, tried
        if gain < _SMALL_GAIN * total:
            break
    unscaled: NDArray[np.float64] = weights * scale
    return unscaled


def _shares(choice: Choice) -> NDArray[np.float64]:
    shares: NDArray[np.float64] = choice.right / choice.right.max()
    return shares


def _spread(choices: Sequence[Choice]) -> NDArray[np.float64]:
    """The standard deviation of each column about its mean in the list; shape (columns,)."""
    squares = np.zeros(choices[0].evidence.shape[1])
    for choice in choices:
        squares += choice.weight * choice.evidence.var(axis=0)
    spread: NDArray[np.float64] = np.sqrt(squares / sum(choice.weight for choice in choices))
    return spread


def _derivatives(
    choices: Sequence[Choice], weights: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Gradient, and a curvature that never bends the wrong way: that of the chances of all candidates."""
    gradient = np.zeros(len(weights))
    curvature = np.zeros((len(weights), len(weights)))
    for choice in choices:
        scores = choice.evidence @ weights
        chances = np.exp(scores - scores.max())
        right = chances * _shares(choice)
        chances /= chances.sum()
        right /= max(right.sum(), 1e-300)
        mean = chances @ choice.evidence
        gradient += choice.weight * (right @ choice.evidence - mean)
        centred = choice.evidence - mean
        curvature += choice.weight * (centred * chances[:, None]).T @ centred
    return gradient, curvature
