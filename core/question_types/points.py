"""Points: inside a region, or near it."""

import json
import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import ClassVar

import numpy as np

from core.question_types.coordinates import Shares, explain_by_reading, parse_shares
from core.question_types.question_type import AnswerForm, Floats, QuestionType
from core.question_types.regions import parse_region
from core.records import Answer, Value


class PointType(QuestionType):
    """One or more points as a JSON list of [x, y], in shares of width and height; a truth is a region."""

    title: ClassVar[str] = "point"
    prompt: ClassVar[str] = "Answer with one point as (x, y), {scale}, and nothing else."
    rules: ClassVar[Mapping[str, str]] = {
        "inside": "The share of the stated points that are inside the region.",
        "first": "1 if the first stated point is inside the region.",
        "distance": "1 inside the region; outside, one minus the distance in widths of the region, at least 0.",
    }

    def parse(self, raw: str | None, form: AnswerForm, question_id: str) -> Answer:
        """Return the points that a reply states."""
        answer, shares = parse_shares(raw, form, question_id, 2, "point")
        return (
            answer if not shares else Answer(question_id, "ok", build_points(shares), answer.stated, note=answer.note)
        )

    def find_problem(self, truth: Value) -> str | None:
        """Return why a value cannot be a truth."""
        try:
            region = parse_region(str(truth))
        except ValueError as error:
            return str(error)
        if region.point is not None:
            return None if self.name == "distance" else "a single point is not a region. Use the rule distance"
        return None if region.area > 0 else "the region is empty"

    def measure_share(self, truth: Value) -> float | None:
        """Return the region's share of the image; None for a single point."""
        region = parse_region(str(truth))
        return None if region.point is not None else region.area

    def describe_required(self, right_at: float) -> str:
        """Describe the share of points inside, or the largest distance; empty for the rule `first`."""
        return {
            "inside": f"with {right_at:.0%} of the points inside the region",
            "distance": f"within {1 - right_at:.3g} widths of the region",
            "first": "",
        }[self.name]

    def score(self, answer: Value, truth: Value) -> float:
        """Return the score of one answer."""
        return float(self.score_all([answer], [truth])[0, 0])

    def score_all(self, answers: Sequence[Value], truths: Sequence[Value]) -> Floats:
        """Return the scores, answers x truths; all points are tested against a region at once."""
        answer_points = [parse_points(str(answer)) for answer in answers]
        if self.name == "first":
            answer_points = [points[:1] for points in answer_points]
        starts = np.cumsum([0, *map(len, answer_points)])[:-1]
        every, counts = np.concatenate(answer_points), np.array([len(points) for points in answer_points])
        scores = np.empty((len(answers), len(truths)))
        for column, truth in enumerate(truths):
            region = parse_region(str(truth))
            if self.name == "distance":
                point_scores = 1 - np.minimum(1.0, region.compute_distances(every) / region.width)
            else:
                point_scores = region.contains(every).astype(float)
            scores[:, column] = np.add.reduceat(point_scores, starts) / counts
        return scores

    def explain_error(self, stated: str, used: Answer, truth: Value, form: AnswerForm) -> str | None:
        """Return the order or scale with which the points would be inside."""
        del used
        return explain_by_reading(self, stated, truth, form, 2, build_points)

    def compute_chance(self, truth: Value, form: AnswerForm) -> float | None:
        """Return the region's share of the image."""
        del form
        return None if self.name == "distance" else self.measure_share(truth)

    def compute_margin(self, truth: Value) -> float | None:
        """Return the distance of the region's centre from its border, in percent of the image's side."""
        region = parse_region(str(truth))
        return None if region.point is not None else 100 * region.depth

    def write_reply(self, value: Value) -> str:
        """Return the points as shares, such as `(0.25, 0.5)`."""
        return ", ".join(f"({x:.4f}, {y:.4f})" for x, y in parse_points(str(value)))

    def format(self, value: Value) -> str:
        """Return the points in percent of the image; for a region, its centre."""
        points = parse_points(str(value))
        text = ", ".join(f"({100 * x:.1f}%, {100 * y:.1f}%)" for x, y in points[:2])
        around = "around " if str(value).startswith("{") else ""
        return around + text + (f" and {len(points) - 2} more" if len(points) > 2 else "")


def measure_miss(value: str, truth: str, size_px: tuple[int, int]) -> tuple[float, float]:
    """Return the distance of the first point to the region, in pixels and in widths of the region; 0 inside."""
    region, point = parse_region(truth), parse_points(value)[:1]
    scale = np.array(size_px, dtype=float)
    if region.contains(point)[0]:
        return 0.0, 0.0
    distance = float(region.compute_distances(point, scale)[0])
    return distance, distance / (region.width * math.sqrt(float(np.prod(scale))))


def measure_offset(value: str, truth: str) -> tuple[float, float]:
    """Return how far the first point is right of and below the region's centre, in shares of width and height."""
    dx, dy = parse_points(value)[0] - np.array(parse_region(truth).centre)
    return float(dx), float(dy)


def build_points(shares: Shares) -> str:
    """Return the value of points."""
    return json.dumps([[round(x, 6), round(y, 6)] for x, y in shares], separators=(",", ":"))


@lru_cache(maxsize=100_000)
def parse_points(value: str) -> Floats:
    """Return points as n x 2; a region stands for its centre."""
    if value.startswith("{"):
        return np.array([parse_region(value).centre])
    return np.array(json.loads(value), dtype=float).reshape(-1, 2)
