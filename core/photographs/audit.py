"""Judges the published truth by the photographs: do a triangle's sides by tape fit what its photographs show?

A verdict needs a difference that is large against the noise of all triangles and alike in every photograph. The code
names no triangle.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from statistics import NormalDist
from typing import Literal

import numpy as np

from core.errors import TriangleError
from core.geometry.homography import Array
from core.geometry.robust import robust_deviation
from core.geometry.triangle import Triangle
from core.records import Photograph, Truth, Value

Verdict = Literal["agrees", "sides_swapped", "one_side_off", "several_sides_off", "labels_inconsistent", "cannot_tell"]
Sides = tuple[float, float, float]
"""AB, BC, CA in centimetres."""

SIDES = ("AB", "BC", "CA")

MIN_VIEWS = 2
"""Views that have to agree; a single one may have a wrong border."""

FALSE_ALARMS = 0.05
"""Probability that a benchmark without errors has at least one side blamed by chance (Bonferroni over all sides)."""

MIN_NOISE_CM = 0.3
"""The precision of a sticker's middle by tape, a lower limit however well the triangles agree."""

RELEASED_ROUNDING = 0.5e-4 + 1e-9
"""Released values have four decimals."""

FREE_NUMBER = NormalDist().inv_cdf(0.975) ** 2
"""What an explanation has to gain in chi-square for a number that it is free to choose (likelihood ratio, 5 %)."""


@dataclass(frozen=True, slots=True)
class TriangleAudit:
    """The verdict on a triangle's sides by tape.

    Attributes:
        explanation: the verdict in a sentence, with its evidence.
        views: photographs that were measured.
        tape_cm: as published.
        residual_cm: median over the views of homography minus tape; None without a view.
        spread_cm: largest minus smallest over the views; None without a view.
        noise_cm: standard deviation of such a median where tape and photographs agree; None where nothing was measured.
        limit_cm: a larger residual is unlikely to be chance; None where nothing was measured.
        size_sigmas: the largest difference as a multiple of the noise.
        audited_cm: the sides that the verdict leads to; those by tape unless it blames them.
    """

    triangle_id: str
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
        """Whether the sides by tape are not those that the photographs show."""
        return self.verdict in ("sides_swapped", "one_side_off", "several_sides_off")


def audit(
    photographs: Iterable[Photograph], sides_cm: Mapping[str, Sides], truths: Iterable[Truth] = ()
) -> list[TriangleAudit]:
    """The verdict on every triangle, by id.

    Args:
        photographs: all of a benchmark, measured or not.
        sides_cm: AB, BC, CA through the homography by photograph, for those where all three were measured.
        truths: those in 3D are compared with what the sides by tape give.
    """
    by_triangle: dict[str, list[Photograph]] = {}
    for photograph in photographs:
        by_triangle.setdefault(photograph.triangle_id, []).append(photograph)
    views = {
        triangle_id: {
            p.photograph_id: np.subtract(sides_cm[p.photograph_id], _tape(p))
            for p in members
            if p.photograph_id in sides_cm
        }
        for triangle_id, members in by_triangle.items()
    }
    noise_cm, limit_cm = _noise([np.array(list(v.values())) for v in views.values() if len(v) >= MIN_VIEWS])
    conflicts = _label_conflicts(truths)
    return [
        _judge(
            triangle_id,
            _tape(members[0]),
            views[triangle_id],
            noise_cm,
            limit_cm,
            [question for p in members for question in conflicts.get(p.photograph_id, ())],
        )
        for triangle_id, members in sorted(by_triangle.items())
    ]


def _tape(photograph: Photograph) -> Sides:
    return photograph.ab_cm, photograph.bc_cm, photograph.ca_cm


def _noise(differences: Sequence[Array]) -> tuple[float, float]:
    """Standard deviation of a triangle's median difference, and the limit beyond which it is unlikely to be chance.

    Estimated by the median absolute deviation, repeatedly without the triangles beyond the limit.
    """
    medians = np.array([np.median(views, axis=0) for views in differences])
    sigmas = NormalDist().inv_cdf(1 - FALSE_ALARMS / 2 / max(medians.size, 1))
    trusted = np.ones(len(medians), dtype=bool)
    noise_cm = MIN_NOISE_CM
    for _ in range(10):
        if trusted.any():
            noise_cm = max(robust_deviation(medians[trusted]), MIN_NOISE_CM)
        now = (np.abs(medians) <= sigmas * noise_cm).all(axis=1) if len(medians) else trusted
        if (now == trusted).all():
            break
        trusted = now
    return noise_cm, sigmas * noise_cm


def _label_conflicts(truths: Iterable[Truth]) -> dict[str, list[str]]:
    """By photograph, the questions whose released value in 3D does not follow from the sides by tape."""
    conflicts: dict[str, list[str]] = {}
    for truth in truths:
        if truth.frame == "3d" and truth.recomputed is not None and not _same(truth):
            conflicts.setdefault(truth.photograph_id, []).append(truth.question_id)
    return conflicts


def _same(truth: Truth) -> bool:
    if isinstance(truth.value, str) or isinstance(truth.recomputed, str) or truth.recomputed is None:
        return truth.value == truth.recomputed
    return abs(truth.value - truth.recomputed) <= RELEASED_ROUNDING


def _judge(
    triangle_id: str,
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
            return TriangleAudit(triangle_id, name, explanation, (), tape_cm, audited_cm)
        residual_cm = np.median(measured, axis=0)
        return TriangleAudit(
            triangle_id,
            name,
            explanation,
            tuple(views),
            tape_cm,
            audited_cm,
            _sides(residual_cm),
            _sides(np.ptp(measured, axis=0)),
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
        return verdict("agrees", f"The largest difference is {residual_cm[side]:+.1f} cm in {SIDES[side]}.")
    if (np.ptp(measured, axis=0) > np.abs(residual_cm))[is_off].any():
        return verdict("cannot_tell", "The views contradict each other.")
    return verdict(*_explain(np.array(tape_cm), residual_cm, is_off, limit_cm / noise_cm, noise_cm))


def _explain(
    tape_cm: Array, residual_cm: Array, is_off: Array, limit_sigmas: float, noise_cm: float
) -> tuple[Verdict, str, Sides]:
    """The simplest explanation that leaves no side beyond the limit."""
    shown_cm = tape_cm + residual_cm
    offers: list[tuple[float, Verdict, str, Array]] = []

    def offer(name: Verdict, sentence: str, sides_cm: Array, free_numbers: int) -> None:
        sigmas = np.abs(shown_cm - sides_cm) / noise_cm
        if (sigmas <= limit_sigmas).all() and _closes(sides_cm):
            badness = float(sigmas @ sigmas) + FREE_NUMBER * free_numbers
            offers.append((badness, name, sentence, sides_cm))

    for one, other in combinations(range(3), 2):
        order = [0, 1, 2]
        order[one], order[other] = other, one
        swapped = tape_cm[order]
        rest = np.abs(shown_cm - swapped).max()
        offer(
            "sides_swapped",
            f"{SIDES[one]} and {SIDES[other]} are swapped: exchanged, the tape fits the "
            f"photographs within {rest:.1f} cm.",
            swapped,
            0,
        )
    for side in range(3):
        sides_cm = tape_cm.copy()
        sides_cm[side] = shown_cm[side]
        offer("one_side_off", f"{_off(side, tape_cm, residual_cm)}; the other two fit.", sides_cm, 1)
    if offers:
        _, name, sentence, sides_cm = min(offers, key=lambda made: made[0])
        return name, sentence, _sides(sides_cm)
    off = "; ".join(_off(side, tape_cm, residual_cm) for side in range(3) if is_off[side])
    mixed_cm = np.where(is_off, shown_cm, tape_cm)
    audited_cm = next((sides for sides in (mixed_cm, shown_cm) if _closes(sides)), tape_cm)
    return "several_sides_off", f"{off}.{_common_vertex(is_off)}", _sides(audited_cm)


def _closes(sides_cm: Array) -> bool:
    try:
        Triangle(*_sides(sides_cm))
    except TriangleError:
        return False
    return True


def _off(side: int, tape_cm: Array, residual_cm: Array) -> str:
    return (
        f"{SIDES[side]} is {tape_cm[side] + residual_cm[side]:.1f} cm in the photographs and {tape_cm[side]:.1f} cm by "
        f"tape ({residual_cm[side]:+.1f} cm)"
    )


def _common_vertex(is_off: Array) -> str:
    """Two sides that are off meet in a sticker, which may have been moved after measuring."""
    if is_off.sum() != 2:
        return ""
    (first, second) = (set(SIDES[side]) for side in range(3) if is_off[side])
    return f" Both end in {(first & second).pop()}, which may have been moved after measuring."


def audited_truths(audits: Iterable[TriangleAudit]) -> dict[str, dict[str, Value]]:
    """The right answers to Q1 to Q6 by triangle, for the triangles whose published truth fails the audit."""
    return {
        audit.triangle_id: Triangle(*audit.audited_cm).answers()
        for audit in audits
        if audit.blames_the_tape or audit.verdict == "labels_inconsistent"
    }


def _sides(values: Array) -> Sides:
    ab, bc, ca = (float(value) for value in values)
    return ab, bc, ca
