"""The audit of the published truth by the photographs: a triangle's sides by tape against its photographs.

A verdict needs a difference that is large against the noise of all triangles and the same in every photograph. The
code does not name any triangle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import NormalDist

import numpy as np

from core.geometry.homography import Array
from core.geometry.robust_stats import compute_robust_deviation
from core.geometry.triangle import Triangle
from core.photographs.tape_explanations import (
    SIDES,
    Sides,
    Verdict,
    describe_better_exchange,
    explain_difference,
    format_deviation,
    to_sides,
)
from core.records import Photograph, Truth, Value

MIN_VIEWS = 2
"""Number of views that must agree; a single one may have a wrong border."""

FALSE_ALARMS = 0.05
"""Probability that a benchmark without errors has at least one side blamed by chance (Bonferroni over all sides)."""

MIN_NOISE_CM = 0.3
"""The precision of a sticker's middle by tape; a lower limit, however well the triangles agree."""

RELEASED_ROUNDING = 0.5e-4 + 1e-9
"""Released values have four decimals."""


@dataclass(frozen=True, slots=True)
class TriangleAudit:
    """The verdict on a triangle's sides by tape.

    Attributes:
        explanation: the verdict in a sentence, with its evidence.
        views: photographs that were measured.
        tape_cm: as published.
        residual_cm: median over the views of homography minus tape; None without a view.
        spread_cm: largest minus smallest over the views; None without a view.
        noise_cm: standard deviation of such a median if tape and photographs agree; None if nothing was measured.
        limit_cm: a larger residual is unlikely to be chance; None if nothing was measured.
        size_sigmas: the largest difference as a multiple of the noise.
        audited_cm: the sides that follow from the verdict, all three of one source: the tape's unless it is blamed, the
            tape's exchanged if two are swapped, otherwise those that the photographs show.
    """

    group_id: str
    verdict: Verdict
    explanation: str
    views: tuple[str, ...]
    tape_cm: Sides
    audited_cm: Sides
    residual_cm: Sides | None = None
    spread_cm: Sides | None = None
    noise_cm: float | None = None
    limit_cm: float | None = None
    size_sigmas: float | None = None

    @property
    def blames_the_tape(self) -> bool:
        """Return whether the sides by tape differ from those that the photographs show."""
        return self.verdict in ("sides_swapped", "one_side_off", "all_sides_scaled", "several_sides_off")


def audit_triangles(
    photographs: Iterable[Photograph], sides_cm: Mapping[str, Sides], truths: Iterable[Truth] = ()
) -> list[TriangleAudit]:
    """Audit every triangle; return the verdicts ordered by id.

    Args:
        photographs: all of a benchmark, measured or not.
        sides_cm: AB, BC, CA by the homography, per photograph with all three measured.
        truths: those in 3D are compared with the values that follow from the sides by tape.
    """
    by_triangle: dict[str, list[Photograph]] = {}
    for photograph in photographs:
        by_triangle.setdefault(photograph.group_id, []).append(photograph)
    views = {
        group_id: {
            p.case_id: np.subtract(sides_cm[p.case_id], _get_tape_cm(p)) for p in members if p.case_id in sides_cm
        }
        for group_id, members in by_triangle.items()
    }
    noise_cm, limit_cm = _estimate_noise([np.array(list(v.values())) for v in views.values() if len(v) >= MIN_VIEWS])
    conflicts = _find_label_conflicts(truths)
    return [
        _judge(
            group_id,
            _get_tape_cm(members[0]),
            views[group_id],
            noise_cm,
            limit_cm,
            [question for p in members for question in conflicts.get(p.case_id, ())],
        )
        for group_id, members in sorted(by_triangle.items())
    ]


def _get_tape_cm(photograph: Photograph) -> Sides:
    return photograph.ab_cm, photograph.bc_cm, photograph.ca_cm


def _estimate_noise(differences: Sequence[Array]) -> tuple[float, float]:
    """Estimate the standard deviation of a triangle's median difference, and a limit that chance rarely exceeds.

    Both use the median absolute deviation, repeatedly without the triangles beyond the limit.
    """
    medians = np.array([np.median(views, axis=0) for views in differences])
    sigmas = NormalDist().inv_cdf(1 - FALSE_ALARMS / 2 / max(medians.size, 1))
    trusted = np.ones(len(medians), dtype=bool)
    noise_cm = MIN_NOISE_CM
    for _ in range(10):
        if trusted.any():
            noise_cm = max(compute_robust_deviation(medians[trusted]), MIN_NOISE_CM)
        now = (np.abs(medians) <= sigmas * noise_cm).all(axis=1) if len(medians) else trusted
        if (now == trusted).all():
            break
        trusted = now
    return noise_cm, sigmas * noise_cm


def _find_label_conflicts(truths: Iterable[Truth]) -> dict[str, list[str]]:
    """Find, per photograph, the questions whose released value in 3D does not follow from the sides by tape."""
    conflicts: dict[str, list[str]] = {}
    for truth in truths:
        if truth.frame == "3d" and truth.recomputed is not None and not _is_consistent(truth):
            conflicts.setdefault(truth.case_id, []).append(truth.question_id)
    return conflicts


def _is_consistent(truth: Truth) -> bool:
    if isinstance(truth.value, str) or isinstance(truth.recomputed, str) or truth.recomputed is None:
        return truth.value == truth.recomputed
    return abs(truth.value - truth.recomputed) <= RELEASED_ROUNDING


def _judge(
    group_id: str,
    tape_cm: Sides,
    views: Mapping[str, Array],
    noise_cm: float,
    limit_cm: float,
    label_conflicts: Sequence[str],
) -> TriangleAudit:
    def verdict(name: Verdict, explanation: str, audited_cm: Sides = tape_cm) -> TriangleAudit:
        if label_conflicts:
            questions = ", ".join(sorted(set(label_conflicts)))
            explanation += f" The released values of {questions} do not follow from the sides by tape."
            name = "labels_inconsistent" if name in ("agrees", "cannot_tell") else name
        measured = np.array(list(views.values()))
        if not len(measured):
            return TriangleAudit(group_id, name, explanation, (), tape_cm, audited_cm)
        residual_cm = np.median(measured, axis=0)
        return TriangleAudit(
            group_id,
            name,
            explanation,
            tuple(views),
            tape_cm,
            audited_cm,
            to_sides(residual_cm),
            to_sides(np.ptp(measured, axis=0)),
            noise_cm,
            limit_cm,
            float(np.abs(residual_cm).max()) / noise_cm,
        )

    if len(views) < MIN_VIEWS:
        seen = "No view was measured." if not views else "One view was measured; a verdict needs two."
        return verdict("cannot_tell", seen)
    measured = np.array(list(views.values()))
    residual_cm = np.median(measured, axis=0)
    is_off = np.abs(residual_cm) > limit_cm
    if not is_off.any():
        side = int(np.argmax(np.abs(residual_cm)))
        largest_cm = round(float(residual_cm[side]), 1)
        size = f"{format_deviation(largest_cm)} cm" if largest_cm else "below 0.1 cm,"
        largest = f"The largest difference is {size} in {SIDES[side]}."
        return verdict("agrees", largest + describe_better_exchange(np.array(tape_cm), residual_cm, noise_cm))
    if (np.ptp(measured, axis=0) > np.abs(residual_cm))[is_off].any():
        return verdict("cannot_tell", "The views contradict each other.")
    return verdict(*explain_difference(np.array(tape_cm), residual_cm, is_off, limit_cm / noise_cm, noise_cm))


def collect_audited_truths(audits: Iterable[TriangleAudit]) -> dict[str, dict[str, Value]]:
    """Return the right answers to Q1 to Q6 by triangle, for the triangles whose published truth fails the audit."""
    return {
        audit.group_id: Triangle(*audit.audited_cm).compute_answers()
        for audit in audits
        if audit.blames_the_tape or audit.verdict == "labels_inconsistent"
    }
