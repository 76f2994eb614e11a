"""The gap between two scores, split into the factors that differ: cases, replies, cut replies, extraction, rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

import numpy as np
import pandas as pd

from core.formatting import format_interval, format_number, join_with_and
from core.records import FEW_GROUPS
from core.scoring.metrics import Floats
from core.statistics.shapley import compute_shapley_values

Reading = Literal["ours", "program"]
"""Who reads and scores a reply: Trilens, or the program that asked the model."""

Unread = Literal["left out", "wrong"]
"""How an unreadable reply counts."""

Average = Literal["answers", "questions"]
"""Mean over all answers, or over the means of the questions."""

CASES = "cases asked"
CUT = "reply cut"
EXTRACTION = "extraction"
RULE = "scoring of unread replies"
AVERAGING = "averaging"
MODEL = "model"
PROMPT = "prompt"
IMAGE = "image sent"
OPTIONS = "request options"
NOISE = "noise (another reply to the same request)"

_PARTS = {"model_id": MODEL, "prompt_id": PROMPT, "image_view": IMAGE, "request_options": OPTIONS}
_KEYS = ["case_id", "question_id"]

DRAWS = 400
SEED = 0


@dataclass(frozen=True, slots=True)
class ScoreSource:
    """A run with the way in which it is scored.

    Attributes:
        name: for sentences.
        answers: as the query `gap_answers` returns them.
        manifest: model_id, prompt_id, image_view and request_options of the run.
        reading: who reads the replies; without a score of the program ours counts.
        unread: how unreadable replies count.
        average: over what the mean is taken.
    """

    name: str
    answers: pd.DataFrame
    manifest: Mapping[str, object]
    reading: Reading = "ours"
    unread: Unread = "left out"
    average: Average = "answers"


@dataclass(frozen=True, slots=True)
class GapPart:
    """Share of one factor.

    Attributes:
        factor: name.
        points: its share of the gap, in points.
        low, high: its 95% interval over groups; NaN if there are too few.
        case_ids: cases whose score the factor changes by itself, sorted.
    """

    factor: str
    points: float
    low: float
    high: float
    case_ids: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoreGap:
    """The gap between two scores in percent, and its parts, the largest first."""

    first_name: str
    second_name: str
    first: float
    second: float
    parts: tuple[GapPart, ...]
    n_groups: int

    @property
    def points(self) -> float:
        """Return the second score minus the first."""
        return self.second - self.first

    def describe(self) -> str:
        """Describe the gap and its largest part in one or two sentences."""
        scores = (
            f"{self.first_name} scores {format_number(self.first)}%, {self.second_name} "
            f"{format_number(self.second)}%, a gap of {format_number(self.points, with_plus=True)} points"
        )
        if not self.parts:
            return f"{scores}. Nothing that the warehouse knows differs between them."
        listed = [
            f"{part.factor} {format_number(part.points, with_plus=True)}{_describe_interval(part)}"
            for part in self.parts
        ]
        return f"{scores}: {join_with_and(listed)}."


def _describe_interval(part: GapPart) -> str:
    if np.isnan(part.low):
        return " (too few groups for an interval)"
    return f" (95% CI {format_interval(part.low, part.high)})"


def explain_gap(first: ScoreSource, second: ScoreSource) -> ScoreGap:
    """Split the gap between two scores by Shapley values over the factors that differ.

    A question that only one of the runs was asked takes that run's reply whichever run's replies count, so that it
    contributes to `cases asked` only. Replies that only one run has cut are a factor of their own. Model, prompt, image
    and request options of the same replies cannot be separated and share one factor if several of them differ.

    Args:
        first: from which the gap is measured.
        second: to which.

    Raises:
        ValueError: one of them has no answers.
    """
    if first.answers.empty or second.answers.empty:
        raise ValueError("a run without answers has no score")
    game = _GapGame(first, second)
    groups = pd.factorize(game.cells["group_id"])[0]
    n_groups = int(groups.max()) + 1
    weights = np.ones((1, n_groups))
    if n_groups >= FEW_GROUPS:
        generator = np.random.default_rng(SEED)
        drawn = generator.multinomial(n_groups, np.full(n_groups, 1 / n_groups), DRAWS)
        weights = np.vstack([weights, drawn])
    weights = weights[:, groups]
    shares = compute_shapley_values(game.factors, lambda switched: game.compute_score(switched, weights))
    parts = [_build_part(game, factor, points) for factor, points in shares.items()]
    parts.sort(key=lambda part: -abs(part.points))
    unweighted = np.ones((1, len(groups)))
    ends = [float(game.compute_score(switched, unweighted)[0]) for switched in (frozenset(), frozenset(game.factors))]
    return ScoreGap(first.name, second.name, ends[0], ends[1], tuple(parts), n_groups)


def _build_part(game: "_GapGame", factor: str, points: Floats) -> GapPart:
    low, high = np.nanquantile(points[1:], [0.025, 0.975]) if len(points) > 1 else (float("nan"), float("nan"))
    return GapPart(factor, float(points[0]), float(low), float(high), game.list_changed_cases(factor))


class _GapGame:
    """Scores with some factors of the second run and the others of the first.

    Attributes:
        cells: one row per question of a case that either run was asked.
        factors: names of those that differ.
    """

    def __init__(self, first: ScoreSource, second: ScoreSource) -> None:
        self._sources = (first, second)
        self.cells = first.answers.merge(
            second.answers, on=[*_KEYS, "group_id"], how="outer", suffixes=("_0", "_1"), indicator="asked"
        )
        self._asked = [self.cells["asked"].isin(["both", side]).to_numpy() for side in ("left_only", "right_only")]
        cut = [(self.cells[f"reply_status_{k}"] == "cut").to_numpy() for k in (0, 1)]
        self._is_cut_in_one = (cut[0] != cut[1]) & self._asked[0] & self._asked[1]
        self._replies = _name_replies(first, second)
        self._questions = pd.factorize(self.cells["question_id"])[0]
        self.factors = self._list_factors()

    def _list_factors(self) -> tuple[str, ...]:
        first, second = self._sources
        differs = {
            CASES: bool((self._asked[0] != self._asked[1]).any()),
            CUT: bool(self._is_cut_in_one.any()),
            self._replies: self._has_other_replies(),
            EXTRACTION: first.reading != second.reading,
            RULE: first.unread != second.unread,
            AVERAGING: first.average != second.average,
        }
        return tuple(name for name, is_different in differs.items() if is_different)

    def _has_other_replies(self) -> bool:
        if self._replies != NOISE:
            return True
        is_shared = self._asked[0] & self._asked[1] & ~self._is_cut_in_one
        columns = ("score", "said_score")
        return any(
            not self.cells.loc[is_shared, f"{c}_0"].equals(self.cells.loc[is_shared, f"{c}_1"].rename(f"{c}_0"))
            for c in columns
        )

    def _compute_values(self, switched: frozenset[str]) -> tuple[Floats, np.ndarray]:
        """Return the score of every cell, NaN if it does not count, and whether it is asked."""
        is_second = np.where(self._is_cut_in_one, CUT in switched, self._replies in switched)
        is_second = np.where(self._asked[0] & self._asked[1], is_second, self._asked[1])
        reading = self._sources[EXTRACTION in switched].reading
        by_run = [self._read(k, reading) for k in (0, 1)]
        values = np.where(is_second, by_run[1], by_run[0])
        if self._sources[RULE in switched].unread == "wrong":
            values = np.nan_to_num(values, nan=0.0)
        is_asked = self._asked[int(CASES in switched)]
        return np.where(is_asked, values, np.nan), is_asked

    def _read(self, run: int, reading: Reading) -> Floats:
        ours = self.cells[f"score_{run}"].to_numpy(float)
        theirs = self.cells[f"said_score_{run}"].to_numpy(float)
        return np.where(np.isnan(theirs), ours, theirs) if reading == "program" else ours

    def compute_score(self, switched: frozenset[str], weights: Floats) -> Floats:
        """Return the score in percent by row of weights of the cells, [draws]."""
        values, _ = self._compute_values(switched)
        is_known = ~np.isnan(values)
        values, weights, questions = values[is_known], weights[:, is_known], self._questions[is_known]
        if self._sources[AVERAGING in switched].average == "answers":
            questions = np.zeros(len(values), int)
        one_hot = np.eye(int(self._questions.max(initial=0)) + 1)[questions]
        totals, sums = weights @ one_hot, (weights * values) @ one_hot
        with np.errstate(invalid="ignore"):
            return np.asarray(100 * np.nanmean(np.where(totals > 0, sums / totals, np.nan), axis=1))

    def list_changed_cases(self, factor: str) -> tuple[str, ...]:
        """Return the cases whose score or presence changes if only this factor is switched, sorted."""
        before, after = (self._compute_values(frozenset(switched))[0] for switched in ((), (factor,)))
        is_changed = ~((before == after) | (np.isnan(before) & np.isnan(after)))
        return tuple(sorted(self.cells.loc[is_changed, "case_id"].unique()))


def _name_replies(first: ScoreSource, second: ScoreSource) -> str:
    parts = [name for key, name in _PARTS.items() if first.manifest.get(key) != second.manifest.get(key)]
    return join_with_and(parts) if parts else NOISE
