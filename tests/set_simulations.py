"""Simulations of the claims about whole sets of cases (Robustness), with repeating guessers and equally good models."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
import pandas as pd

from core.analyses.robustness import compute_set_measures
from core.analyses.set_claims import compute_set_gains, list_set_ties
from core.records import EXACT_KINDS, RIGHT_AT, Reply
from core.scoring.metrics import Floats, compute_scores
from core.solvers import blind_constant
from core.statistics.skill import find_starts
from core.warehouse.run_cache.answers import list_read_answers
from tests import claim_simulations
from tests.claim_simulations import N_MODELS, NOMINAL, SimulatedRate, SimulationSubject, draw_even_scores


@dataclass(frozen=True, eq=False)
class SetRows:
    """The rows of a benchmark's questions that are in sets of its first protocol, set by set.

    Attributes:
        rows: positions in `SimulationSubject.rows`, sorted by set and question.
        starts: of each set and question in `rows`.
        cells: question_id, group_id and repeated_guess of each set and question.
    """

    protocol: str
    rows: np.ndarray
    starts: np.ndarray
    cells: pd.DataFrame

    def sum_sets(self, is_right: Floats, names: list[str]) -> pd.DataFrame:
        """Return the sums of whole sets of models, as `Warehouse.aggregate` returns them.

        Args:
            is_right: models x rows of the benchmark.
            names: of the models.
        """
        whole = np.minimum.reduceat(is_right[:, self.rows], self.starts, axis=1)
        tables = [
            self.cells.assign(run_id=name, run_label=name, model_id=name, binary=own)
            for name, own in zip(names, whole, strict=True)
        ]
        keys = ["run_id", "run_label", "model_id", "question_id", "group_id"]
        sums = (
            pd.concat(tables)
            .groupby(keys, as_index=False, observed=True)
            .agg(binary=("binary", "sum"), binary_counted=("binary", "size"), repeated_guess=("repeated_guess", "sum"))
        )
        return sums.assign(model_kind="vlm", protocol=self.protocol)


def select_set_rows(about: SimulationSubject) -> SetRows | None:
    """Select the rows in sets of the first protocol; None without sets."""
    contents = about.subject.contents
    if not contents.protocols:
        return None
    protocol = contents.protocols[0].protocol
    set_of_case = {case_id: one.set_id for one in contents.sets if one.protocol == protocol for case_id in one.case_ids}
    rows = about.rows.assign(set_id=about.rows["case_id"].map(set_of_case)).dropna(subset=["set_id"])
    rows = rows.sort_values(["set_id", "question_id"], kind="stable")
    keys = rows.groupby(["set_id", "question_id"], observed=True)
    rows = rows[keys["case_id"].transform("size") > 1]
    rows = rows.assign(content=_list_true_contents(rows))
    numbers = rows.groupby(["set_id", "question_id"], observed=True, sort=False).ngroup().to_numpy()
    cells = rows.groupby(["set_id", "question_id"], observed=True, sort=False).agg(
        group_id=("group_id", "first"),
        kind=("question_kind", "first"),
        mean=("chance", "mean"),
        product=("chance", "prod"),
        n_contents=("content", "nunique"),
    )
    guess = cells["mean"].where(cells["n_contents"] == 1, cells["product"]).where(cells["kind"] == "choice", 0.0)
    cells = cells.assign(repeated_guess=guess).reset_index()[["question_id", "group_id", "repeated_guess"]]
    return SetRows(protocol, rows.index.to_numpy(), find_starts(numbers), cells)


def _list_true_contents(rows: pd.DataFrame) -> list[object]:
    return [
        options[int(code)] if options else code for options, code in zip(rows["options"], rows["truth"], strict=True)
    ]


@dataclass(frozen=True, eq=False)
class RepeatedQuestion:
    """The rows of a group, a question and a set of options, all of which a repeating guesser answers with one content.

    Attributes:
        rows: positions in `SimulationSubject.rows`.
        is_right: contents to draw from x rows.
    """

    rows: np.ndarray
    is_right: Floats


def list_repeated_questions(about: SimulationSubject) -> list[RepeatedQuestion]:
    """List them, with the options (or, without options, all truths of the question) as the contents to draw from."""
    rows, questions = about.rows, []
    contents = pd.Series(["|".join(sorted(options)) for options in rows["options"]], rows.index)
    truths = {question_id: own.to_numpy(float) for question_id, own in rows.groupby("question_id")["truth"]}
    for (_, question_id, _), own in rows.groupby(["group_id", "question_id", contents], observed=True, sort=False):
        kind, options = own["question_kind"].iloc[0], sorted(own["options"].iloc[0])
        if kind == "choice":
            is_right = np.array([[content == option for content in _list_true_contents(own)] for option in options])
        else:
            scores = compute_scores(kind, truths[question_id][:, None], own["truth"].to_numpy(float)[None, :])
            is_right = scores >= (1.0 if kind in EXACT_KINDS else RIGHT_AT)
        questions.append(RepeatedQuestion(own.index.to_numpy(), is_right.astype(np.float64)))
    return questions


def repeat_guesses(questions: Sequence[RepeatedQuestion], random: np.random.Generator, n: int, n_rows: int) -> Floats:
    """Return whether guessers are right, n x rows."""
    is_right = np.zeros((n, n_rows))
    for question in questions:
        is_right[:, question.rows] = question.is_right[random.integers(len(question.is_right), size=n)]
    return is_right


def answer_constants(about: SimulationSubject) -> Floats:
    """Return whether the constant baseline is right, 1 x rows."""
    replies = [
        Reply("constant", case_id, reply)
        for run in about.subject.contents.references
        if run.model == blind_constant.MODEL
        for case_id, reply in run.replies.items()
    ]
    answers = list_read_answers(replies, about.subject).set_index(["case_id", "question_id"])["code"]
    codes = answers.reindex(pd.MultiIndex.from_frame(about.rows[["case_id", "question_id"]])).to_numpy(float)
    is_right = np.zeros((1, len(codes)))
    for kind, asked in about.rows.groupby("question_kind", observed=True):
        scores = compute_scores(str(kind), codes[asked.index], asked["truth"].to_numpy(float))
        is_right[0, asked.index] = scores >= (1.0 if kind in EXACT_KINDS else RIGHT_AT)
    return is_right


def simulate_robustness(about: SimulationSubject, random: np.random.Generator) -> Iterator[SimulatedRate]:
    """Rate the pages Robustness that call one of ten repeating guessers robust, or one of ten equal models the most."""
    sets = select_set_rows(about)
    if sets is None:
        return
    names = [f"m{number}" for number in range(N_MODELS)]
    constants, questions = sets.sum_sets(answer_constants(about), ["constant"]), list_repeated_questions(about)
    is_robust, is_highest = [], []
    for _ in range(claim_simulations.N_TABLES):
        guesses = sets.sum_sets(repeat_guesses(questions, random, N_MODELS, len(about.rows)), names)
        is_robust.append((compute_set_gains(guesses, constants, sets.protocol)["verdict"] == "higher").any())
        sums = sets.sum_sets(draw_even_scores(about, random, 1, N_MODELS)[0], names)
        measured = sums.assign(measure="binary", is_met=sums["binary"], counted=sums["binary_counted"])
        bounds = {"least": sums["binary"], "most": sums["binary"], "bounded": sums["binary_counted"]}
        is_highest.append(not list_set_ties(sums, compute_set_measures(measured.assign(**bounds)), sets.protocol))
    for claim, is_hit, nominal in (
        (f"Robustness: any of {N_MODELS} repeating guessers", is_robust, NOMINAL / 2),
        (f"Robustness: one of {N_MODELS} equal models is the highest", is_highest, NOMINAL),
    ):
        yield SimulatedRate(claim, about.name, sum(is_hit), len(is_hit), nominal, is_bound=True)


ALL_SIMULATIONS = (*claim_simulations.SIMULATIONS, simulate_robustness)
