"""The paper's test of encoders: three symmetries by a linear probe over embeddings of images.

Source: GIQ, section on 3D symmetry detection: trained on renderings, tested on renderings and photographs of solids
that the probe has not seen; Johnson solids are excluded.
"""

from dataclasses import dataclass

import numpy as np

from core.benchmarks.giq import symmetry
from core.errors import ReleaseError
from core.polyhedra.catalogue import load_catalogue
from core.progress import Progress, Report, ignore_progress
from tools.giq_probes.embeddings import DOMAINS, ImageEmbeddings
from tools.giq_probes.linear_layer import (
    FOLDS,
    BalancedAccuracy,
    assign_folds,
    estimate_balanced_accuracy,
    predict_held_out,
)

SEEDS = 5
"""Draws of the folds: the paper does not state its number."""

STAGE = "Probing"
JOHNSON = "johnson"


@dataclass(frozen=True, slots=True)
class SymmetryProbeResult:
    """The result for one symmetry in images of one kind.

    Attributes:
        label: one of `symmetry.QUESTIONS`.
        domain: rendering or photograph.
        found: balanced accuracy, the mean over draws of the folds.
        least, most: of the single draws.
        n_pictures: number of tested images.
        constant: plain accuracy of the better constant answer; its balanced accuracy is a half.
    """

    label: str
    domain: str
    found: BalancedAccuracy
    least: float
    most: float
    n_pictures: int
    constant: float


def probe_symmetries(
    embeddings: ImageEmbeddings, seeds: int = SEEDS, report: Report = ignore_progress
) -> list[SymmetryProbeResult]:
    """Compute the balanced accuracy of each symmetry, in renderings and, if there are any, in photographs.

    Args:
        embeddings: images as vectors; solids that are not built here, and Johnson's, are left out.
        seeds: draws of the folds.
        report: called after each draw.

    Raises:
        ReleaseError: there are too few solids for the folds, or no renderings to learn from.
        StatisticsError: all solids outside a fold have a symmetry, or none does.
    """
    entries = load_catalogue()
    is_asked = np.array(
        [shape_id in entries and entries[shape_id].group != JOHNSON for shape_id in embeddings.shape_ids], dtype=bool
    )
    ids, groups = np.unique(embeddings.shape_ids[is_asked], return_inverse=True)
    vectors, is_photograph = embeddings.vectors[is_asked], embeddings.is_photograph[is_asked]
    if len(ids) < 2 * FOLDS or is_photograph.all():
        raise ReleaseError(
            f"{len(ids)} solids beside Johnson's, {int((~is_photograph).sum())} renderings of them: the probe needs "
            f"{2 * FOLDS} solids or more, and renderings to learn from"
        )
    labels = [entries[one].symmetry for one in ids]
    is_so = np.array([[getattr(own, label) for label in symmetry.QUESTIONS] for own in labels], dtype=bool)
    strata = [(entries[one].group, *own) for one, own in zip(ids, is_so.tolist(), strict=True)]
    draws = []
    for seed in range(seeds):
        said = predict_held_out(
            vectors, is_so[groups].astype(float), groups, assign_folds(strata, seed), ~is_photograph
        )
        draws.append(said == is_so[groups])
        report(Progress(STAGE, seed + 1, seeds))
    return [
        _summarise_draws(label, domain, np.array(draws)[:, is_photograph == own, index], groups[is_photograph == own],
                is_so[:, index])
        for domain, own in DOMAINS.items()
        if (is_photograph == own).any()
        for index, label in enumerate(symmetry.QUESTIONS)
    ]  # fmt: skip


def _summarise_draws(
    label: str, domain: str, is_right: np.ndarray, groups: np.ndarray, is_so: np.ndarray
) -> SymmetryProbeResult:
    """Summarise whether each draw (s, n) is right about each image."""
    there = np.unique(groups)
    counts = np.bincount(groups, minlength=len(is_so))[there]
    shares = np.array([np.bincount(groups, weights=own, minlength=len(is_so))[there] / counts for own in is_right])
    alone = [estimate_balanced_accuracy(share, is_so[there]).value for share in shares]
    truths = is_so[groups]
    constant = max(float(truths.mean()), 1 - float(truths.mean()))
    mean = estimate_balanced_accuracy(shares.mean(axis=0), is_so[there])
    return SymmetryProbeResult(label, domain, mean, min(alone), max(alone), len(groups), constant)


def format_symmetry_results(results: list[SymmetryProbeResult], titles: dict[str, str]) -> list[str]:
    """Format the results in percent, one line per symmetry and kind of image."""
    return [
        f"{titles[one.label]}, {one.domain}s: {100 * one.found.value:.1f} "
        f"({100 * one.found.low:.1f} to {100 * one.found.high:.1f}; by folds {100 * one.least:.1f} to "
        f"{100 * one.most:.1f}), {one.n_pictures:,} pictures of {one.found.n_yes} solids that have it and "
        f"{one.found.n_no} that do not; a constant answer has 50.0, and {100 * one.constant:.1f} of the pictures"
        for one in results
    ]
