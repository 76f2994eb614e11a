"""Adaptive runs: the next cases are those whose margins tell most about a model's thresholds.

The choice depends only on the replies in the journal, so a run that was stopped resumes and asks no case again.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import zip_longest
from typing import TYPE_CHECKING

import numpy as np

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.data import MARGIN_SIZE, BenchmarkData, MarginSpec
from core.benchmarks.protocol import Benchmark
from core.errors import SelectionError
from core.records import Reply, Truth
from core.runs.journal import is_done
from core.scoring.answers import score_reply
from core.scoring.metrics import Floats
from core.statistics.adaptive_sampling import (
    AdaptiveGrid,
    AnsweredMargins,
    build_grid,
    choose_positions,
    summarise_threshold,
)

if TYPE_CHECKING:
    from core.inference.run_plan import RunPlan
    from core.runs.open_journal import OpenJournal

QUESTIONS_PER_THRESHOLD = 40
ROUND = 4
"""Cases of a question that are chosen at once, before their replies are known."""

MIN_MARGINS = 4
MAX_CANDIDATES = 80
"""Maximum number of cases among which a round is chosen; of more, evenly spaced ones take part."""


@dataclass(frozen=True, slots=True)
class MarginPool:
    """Cases of one question, in the order of their positions.

    Attributes:
        margin: of the question.
        case_ids: of the cases.
        positions: [cases], log of the margin; the margin itself, negative if the lower option is right, if the same two
            options are offered in every case.
        guesses: [cases], scores of guessing; None for signed margins.
        is_upper: [cases], whether the upper of two options is right; all true for margins without sides.
    """

    margin: MarginSpec
    case_ids: tuple[str, ...]
    positions: Floats
    guesses: Floats | None
    is_upper: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

    @property
    def grid(self) -> AdaptiveGrid:
        """The grid of parameters for these positions."""
        return build_grid(float(self.positions[0]), float(self.positions[-1]))

    def collect_answers(self, scores: Mapping[str, float]) -> AnsweredMargins:
        """Collect the answers with a score."""
        replied = [index for index, case_id in enumerate(self.case_ids) if case_id in scores]
        right = np.array([scores[self.case_ids[index]] for index in replied], dtype=float)
        successes = np.where(self.is_upper[replied], right, 1 - right)
        return AnsweredMargins(self.positions[replied], successes, self._select_guesses(replied))

    def choose_cases(self, scores: Mapping[str, float], excluded: set[str], count: int) -> list[str]:
        """Choose the most informative cases that are not excluded."""
        remaining = [index for index, case_id in enumerate(self.case_ids) if case_id not in excluded]
        if count <= 0 or not remaining:
            return []
        if len(remaining) > max(MAX_CANDIDATES, count):
            remaining = [
                remaining[int(position)] for position in np.linspace(0, len(remaining) - 1, max(MAX_CANDIDATES, count))
            ]
        guesses = self._select_guesses(remaining)
        indices = choose_positions(self.grid, self.collect_answers(scores), self.positions[remaining], guesses, count)
        return [self.case_ids[remaining[index]] for index in indices]

    def _select_guesses(self, places: Sequence[int]) -> Floats | None:
        return None if self.guesses is None else self.guesses[list(places)]


@dataclass(frozen=True, slots=True)
class AdaptiveChooser:
    """Chooser of the cases of an adaptive run.

    Attributes:
        cases: the cases among which it chooses, by id.
        pools: the same by question.
        truths: by case.
    """

    benchmark: Benchmark
    contents: BenchmarkData
    cases: Mapping[str, Case]
    pools: tuple[MarginPool, ...]
    truths: Mapping[str, Sequence[Truth]]

    def choose_next(self, replies: Mapping[str, Reply], count: int, tried: frozenset[str] = frozenset()) -> list[str]:
        """Choose up to `count` further cases per question, those of all questions in turn.

        Cases whose request failed in an earlier call come first.

        Args:
            replies: of the journal.
            count: number of cases per question; none beyond `QUESTIONS_PER_THRESHOLD`.
            tried: cases that are not chosen although they have no reply.
        """
        by_pool = []
        for pool in self.pools:
            done = {case_id for case_id in pool.case_ids if is_done(replies.get(case_id))}
            remaining = max(min(count, QUESTIONS_PER_THRESHOLD - len(done | (tried & set(pool.case_ids)))), 0)
            failed = [name for name in pool.case_ids if name in replies and name not in done | tried][:remaining]
            scores = self._score_cases(pool, replies)
            by_pool.append([*failed, *pool.choose_cases(scores, done | tried | set(failed), remaining - len(failed))])
        return [case_id for case_ids in zip_longest(*by_pool) for case_id in case_ids if case_id is not None]

    def select_cases(self, replies: Mapping[str, Reply]) -> dict[str, Case]:
        """Select the cases with a reply, and those that would be asked next without further replies."""
        replied = [case_id for case_id in self.cases if is_done(replies.get(case_id))]
        planned = self.choose_next(replies, QUESTIONS_PER_THRESHOLD)
        return {case_id: self.cases[case_id] for case_id in (*replied, *planned)}

    def describe_thresholds(self, replies: Mapping[str, Reply]) -> list[str]:
        """Describe the threshold of each question, with the central 95% interval of its posterior."""
        lines = []
        for pool in self.pools:
            answers = pool.collect_answers(self._score_cases(pool, replies))
            grid = pool.grid
            guess = None if pool.guesses is None else float(pool.guesses.mean())
            middle, low, high = summarise_threshold(grid.compute_thresholds(guess), grid.compute_posterior(answers))
            title = self.contents.question_by_id[pool.margin.question_id].title
            unit = f" {pool.margin.unit}" if pool.margin.unit else ""
            largest = float(np.exp(pool.positions[-1])) if pool.guesses is not None else float(pool.positions[-1])
            if middle > largest:
                summary = f"not reached within the largest margin asked, {largest:.2g}{unit}"
            else:
                summary = f"{middle:.2g}{unit}, 95% between {low:.2g} and {high:.2g}"
            lines.append(f"{title}: threshold {summary} ({len(answers.positions)} readable answers).")
        return lines

    def _score_cases(self, pool: MarginPool, replies: Mapping[str, Reply]) -> dict[str, float]:
        """Return the scores of readable answers, by case."""
        (truth_frame,) = self.contents.list_frames("truth")
        questions = [self.contents.question_by_id[pool.margin.question_id]]
        scores = {}
        for case_id in pool.case_ids:
            if not is_done(reply := replies.get(case_id)) or reply is None:
                continue
            case = self.cases[case_id]
            (item,) = score_reply(reply, questions, partial(self.benchmark.read_reply, case=case), self.truths[case_id])
            if (score := item.scores.get(truth_frame)) is not None:
                scores[case_id] = score
        return scores


def build_chooser(benchmark: Benchmark, contents: BenchmarkData, cases: Mapping[str, Case]) -> AdaptiveChooser:
    """Build the chooser among cases.

    Raises:
        SelectionError: no question of these cases has margins.
    """
    truths = _find_truths(contents, cases)
    pools = _build_pools(contents, cases, truths)
    if not pools:
        raise SelectionError(
            f"--adaptive needs {contents.words.cases} with at least {MIN_MARGINS} different margins per question, and "
            f"these of {contents.benchmark['title']} have none. Omit it, or select others with --cases."
        )
    pooled_ids = {case_id for pool in pools for case_id in pool.case_ids}
    return AdaptiveChooser(
        benchmark, contents, {name: case for name, case in cases.items() if name in pooled_ids}, pools, truths
    )


def check_limit(contents: BenchmarkData, cases: Mapping[str, Case], matching: Mapping[str, Case], limit: int) -> None:
    """Check that a limit on the number of cases is not the reason why an adaptive run has no margins.

    Args:
        contents: the benchmark.
        cases: within the limit.
        matching: cases without the limit.
        limit: number of cases.

    Raises:
        SelectionError: the cases have enough margins without the limit only.
    """
    if _build_pools(contents, cases, _find_truths(contents, cases)):
        return
    if _build_pools(contents, matching, _find_truths(contents, matching)):
        raise SelectionError(
            f"--limit {limit} leaves --adaptive fewer than {MIN_MARGINS} different margins per question. Omit --limit: "
            f"an adaptive run asks {QUESTIONS_PER_THRESHOLD} {contents.words.cases} per question."
        )


def _find_truths(contents: BenchmarkData, cases: Mapping[str, Case]) -> dict[str, list[Truth]]:
    (truth_frame,) = contents.list_frames("truth")
    truths: dict[str, list[Truth]] = {}
    for truth in contents.truths:
        if truth.frame == truth_frame and truth.case_id in cases:
            truths.setdefault(truth.case_id, []).append(truth)
    return truths


def _build_pools(
    contents: BenchmarkData, cases: Mapping[str, Case], truths: Mapping[str, Sequence[Truth]]
) -> tuple[MarginPool, ...]:
    return tuple(pool for margin in contents.margins if (pool := _build_pool(margin, cases, truths)) is not None)


def _build_pool(
    margin: MarginSpec, cases: Mapping[str, Case], truths: Mapping[str, Sequence[Truth]]
) -> MarginPool | None:
    """Build the pool of a question; None with too few margins or without a score of guessing."""
    ask_by_case = {
        case_id: ask
        for case_id, case in cases.items()
        for ask in case.asks
        if ask.question_id == margin.question_id and ask.chance is not None and case.numbers.get(MARGIN_SIZE, 0) > 0
    }
    sizes = {case_id: cases[case_id].numbers[MARGIN_SIZE] for case_id in ask_by_case}
    if len(set(sizes.values())) < MIN_MARGINS:
        return None
    pairs = {tuple(sorted(ask.options)) for ask in ask_by_case.values()}
    is_signed = len(pairs) == 1 and len(next(iter(pairs))) == 2
    upper = {case_id: not is_signed or _has_upper_truth(ask, truths[case_id]) for case_id, ask in ask_by_case.items()}
    position = {
        case_id: (size if upper[case_id] else -size) if is_signed else float(np.log(size))
        for case_id, size in sizes.items()
    }
    ids = sorted(position, key=lambda case_id: (position[case_id], case_id))
    guesses = None if is_signed else np.array([float(ask_by_case[case_id].chance or 0) for case_id in ids])
    is_upper = np.array([upper[case_id] for case_id in ids])
    return MarginPool(margin, tuple(ids), np.array([position[case_id] for case_id in ids]), guesses, is_upper)


def _has_upper_truth(ask: CaseQuestion, truths: Sequence[Truth]) -> bool:
    """Return whether the right one of two options is the last by its text."""
    letter = next(str(truth.value) for truth in truths if truth.question_id == ask.question_id)
    return ask.options["AB".index(letter)] == max(ask.options)


def list_rounds(plan: "RunPlan", journal: "OpenJournal") -> Iterator["RunPlan"]:
    """Yield the plan itself, or the plan of each round of an adaptive run, given the replies before it.

    A case without a reply is not asked twice in one call.
    """
    if plan.chooser is None:
        yield plan
        return
    tried: set[str] = set()
    while next_ids := plan.chooser.choose_next(journal.replies, ROUND, frozenset(tried)):
        tried |= set(next_ids)
        replied = [case_id for case_id in plan.chooser.cases if is_done(journal.replies.get(case_id))]
        cases = {case_id: plan.chooser.cases[case_id] for case_id in (*replied, *next_ids)}
        yield replace(plan, chosen=cases, replies=dict(journal.replies))
