from __future__ import annotations

import numpy as np
import pytest

from training.conditional_logit import Choice, fit, log_likelihood


def drawn(weights: np.ndarray, lists: int, seed: int) -> list[Choice]:
    """Lists whose right candidate was drawn by the model's own chances."""
    random = np.random.default_rng(seed)
    choices = []
    for _ in range(lists):
        evidence = random.normal(size=(12, len(weights))) * np.array([1.0, 5.0, 0.2])
        chances = np.exp(evidence @ weights)
        right = np.zeros(12)
        right[random.choice(12, p=chances / chances.sum())] = 1.0
        choices.append(Choice(evidence, right))
    return choices


def test_the_weights_that_made_the_choices_are_found() -> None:
    weights = np.array([1.5, -0.3, 4.0])
    found = fit(drawn(weights, 3000, seed=1), penalty=0.0001)
    assert found == pytest.approx(weights, rel=0.15)


def test_no_other_weights_are_likelier() -> None:
    choices = drawn(np.array([1.0, 0.2, -3.0]), 200, seed=2)
    found = fit(choices, penalty=0.0)
    best = log_likelihood(choices, found)
    for column in range(3):
        for step in (-0.05, 0.05):
            other = found.copy()
            other[column] += step
            assert log_likelihood(choices, other) < best


def test_a_column_that_never_varies_within_a_list_weighs_nothing() -> None:
    choices = [
        Choice(np.hstack([one.evidence, np.full((12, 1), number)]), one.right)
        for number, one in enumerate(drawn(np.array([1.0, 0.2, -3.0]), 50, seed=3))
    ]
    assert fit(choices)[3] == 0.0


def test_separable_lists_stay_finite() -> None:
    evidence = np.array([[1.0], [0.0]])
    assert np.isfinite(fit([Choice(evidence, np.array([1.0, 0.0]))] * 5)).all()


def test_any_right_candidate_will_do() -> None:
    evidence = np.array([[1.0, 0.0], [1.0, 1.0], [0.0, 0.5]])
    found = fit([Choice(evidence, np.array([1.0, 1.0, 0.0]))] * 20)
    assert found[0] > 1.0
    assert abs(found[1]) < found[0]


def test_nothing_to_learn_from() -> None:
    with pytest.raises(ValueError, match="nothing to learn from"):
        fit([])


def test_what_is_never_seen_weighs_what_it_did_before() -> None:
    choices = [Choice(np.hstack([one.evidence, np.zeros((12, 1))]), one.right) for one in drawn(np.ones(3), 20, seed=4)]
    assert fit(choices, prior=np.array([0.0, 0.0, 0.0, -2.0]))[3] == 0.0, "there is nothing to weigh"


def test_little_evidence_moves_a_weight_little_from_its_prior() -> None:
    choices = drawn(np.array([1.0, 0.0, 0.0]), 3, seed=5)
    prior = np.array([-4.0, 0.0, 0.0])
    assert fit(choices, penalty=1e6, prior=prior)[0] == pytest.approx(-4.0, abs=0.2)
    assert fit(drawn(np.array([1.0, 0.0, 0.0]), 3000, seed=6), penalty=0.01, prior=prior)[0] == pytest.approx(
        1.0, abs=0.2
    )
