"""The gap between two scores, split into the factors that differ: cases, replies, cut replies, extraction, rules."""

from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
import pandas as pd

from core.formatting import format_interval, format_number, join_with_and
from core.records import FEW_GROUPS
from core.scoring.metrics import Floats
from core.statistics.intervals import compute_influence_intervals
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
PUBLISHED = "the publication's own replies"

WITH_OWN_CASES = frozenset({CASES, CUT, EXTRACTION, RULE, AVERAGING})
"""Factors that change some cases only, unlike another model or prompt."""

_PARTS = {"model_id": MODEL, "prompt_id": PROMPT, "image_view": IMAGE, "request_options": OPTIONS}
_KEYS = ["case_id", "question_id"]


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
        low, high: its 95% interval over groups; NaN if there are too few, or if every group contributes the same.
        case_ids: cases whose score the factor changes by itself, sorted; none for replies that are not here.
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

    def describe(self, measure: str = "the score") -> str:
        """Describe the gap and its parts in one or two sentences.

        Args:
            measure: the score, in words.
        """
        scores = (
            f"From {self.first_name} ({format_number(self.first)}%) to {self.second_name} "
            f"({format_number(self.second)}%) {measure} changes by {format_number(self.points, with_plus=True)} points"
        )
        if not self.parts:
            return f"{scores}. Nothing that the warehouse knows differs between them."
        listed = [
            f"{part.factor} {format_number(part.points, with_plus=True)}{_describe_interval(part, self.n_groups)}"
            for part in self.parts
        ]
        return f"{scores}: {join_with_and(listed)}."


def _describe_interval(part: GapPart, n_groups: int) -> str:
    if np.isnan(part.low):
        reason = "too few groups for" if n_groups < FEW_GROUPS else "no spread between groups for"
        return f" ({reason} an interval)"
    return f" (95% CI {format_interval(part.low, part.high)})"


def explain_gap(first: ScoreSource, second: ScoreSource, published: float | None = None) -> ScoreGap:
    """Split the gap between two scores by Shapley values over the factors that differ.

    A question that only one of the runs was asked takes that run's reply whichever run's replies count, so that it
    contributes to `cases asked` only. Replies that only one run has cut are a factor of their own. Model, prompt, image
    and request options of the same replies cannot be separated and share one factor if several of them differ.

    Args:
        first: from which the gap is measured.
        second: to which; with a published score, the run scored in the way of the publication.
        published: a published score in percent. The gap is then measured to it, and what the way of scoring does not
            explain is a part with the interval of the second score.

    Raises:
        ValueError: one of them has no answers, or the published score is not a percentage.
    """
    if first.answers.empty or second.answers.empty:
        raise ValueError("a run without answers has no score")
    game = _GapGame(first, second)
    shares = compute_shapley_values(game.factors, game.compute_score)
    stacked = np.array(list(shares.values())) if shares else np.zeros((0, 1))
    estimates = compute_influence_intervals(stacked[:, 0], stacked[:, 1:], game.n_groups)
    parts = [
        GapPart(factor, float(row["value"]), *_get_ends(row, game.n_groups), game.list_changed_cases(factor))
        for factor, row in zip(shares, estimates.to_dict("records"), strict=True)
    ]
    ends = [game.compute_score(switched) for switched in (frozenset(), frozenset(game.factors))]
    start, end, name = float(ends[0][0]), float(ends[1][0]), second.name
    if published is not None:
        parts.append(_build_published_part(published, ends[1], game.n_groups))
        end, name = published, "the publication"
    parts.sort(key=lambda part: -abs(part.points))
    return ScoreGap(first.name, name, start, end, tuple(parts), game.n_groups)


def _build_published_part(published: float, scored: Floats, n_groups: int) -> GapPart:
    """Build the part that the way of scoring leaves unexplained, with the interval of the run's own score."""
    if not 0 <= published <= 100:
        raise ValueError(f"a published score of {published} is not a percentage")
    (row,) = compute_influence_intervals(published - scored[:1], -scored[np.newaxis, 1:], n_groups).to_dict("records")
    return GapPart(PUBLISHED, float(row["value"]), *_get_ends(row, n_groups), ())


def _get_ends(row: Mapping[Hashable, Any], n_groups: int) -> tuple[float, float]:
    return (float(row["low"]), float(row["high"])) if n_groups >= FEW_GROUPS else (np.nan, np.nan)


class _GapGame:
    """Scores with some factors of the second run and the others of the first.

    Attributes:
        cells: one row per question of a case that either run was asked.
        factors: names of those that differ.
        n_groups: number of groups with a score of either source.
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
        self._groups = pd.factorize(self.cells["group_id"])[0]
        self._n_all_groups = int(self._groups.max(initial=-1)) + 1
        self.factors = self._list_factors()
        ends = [self._compute_values(frozenset(switched))[0] for switched in ((), self.factors)]
        self.n_groups = len(np.unique(self._groups[~np.isnan(ends).all(axis=0)]))

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

    def compute_score(self, switched: frozenset[str]) -> Floats:
        """Return the score in percent and how much each group contributes to its deviation, [1 + groups].

        The score is a mean, or a mean of the questions' means m_q. A group contributes the mean over the questions of
        sum(value - m_q) / n_q over its answers, as in `intervals.compute_contrasts`.
        """
        values, _ = self._compute_values(switched)
        is_known = ~np.isnan(values)
        values, groups, questions = values[is_known], self._groups[is_known], self._questions[is_known]
        if self._sources[AVERAGING in switched].average == "answers":
            questions = np.zeros(len(values), int)
        totals = np.bincount(questions)
        if not len(totals):
            return np.full(1 + self._n_all_groups, np.nan)
        means = np.bincount(questions, values) / np.maximum(totals, 1)
        n_questions = np.count_nonzero(totals)
        deviations = (values - means[questions]) / totals[questions] / n_questions
        influences = np.bincount(groups, deviations, self._n_all_groups)
        return 100 * np.concatenate([[means[totals > 0].mean()], influences])

    def list_changed_cases(self, factor: str) -> tuple[str, ...]:
        """Return the cases whose score or presence changes if only this factor is switched, sorted."""
        before, after = (self._compute_values(frozenset(switched))[0] for switched in ((), (factor,)))
        is_changed = ~((before == after) | (np.isnan(before) & np.isnan(after)))
        return tuple(sorted(self.cells.loc[is_changed, "case_id"].unique()))


def _name_replies(first: ScoreSource, second: ScoreSource) -> str:
    parts = [name for key, name in _PARTS.items() if first.manifest.get(key) != second.manifest.get(key)]
    return join_with_and(parts) if parts else NOISE
