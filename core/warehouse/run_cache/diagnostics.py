"""Diagnostics of one run's answers beyond their scores."""

from collections.abc import Iterator

import pandas as pd

from core.benchmarks.data import Subset
from core.records import EXACT_KINDS
from core.scoring.truth_fit import add_truth_fits
from core.solvers.fitted import FITTED
from core.statistics.choice_lift import compute_content_lifts
from core.statistics.lift import Score, compute_lift_tables
from core.statistics.run_estimates import compute_run_estimates
from core.warehouse.run_cache.baseline_draws import compute_baseline_draws
from core.warehouse.run_cache.paper_means import compute_paper_means
from core.warehouse.run_cache.scoring_context import ScoringContext


def diagnose_answers(answers: pd.DataFrame, subject: ScoringContext) -> Iterator[tuple[str, pd.DataFrame]]:
    """Yield every table of a part that derives from scored answers, and these with `fits` and `is_contradicted`.

    Args:
        answers: of one run, as `list_read_answers` returns them, with run_id, model_id and value.
        subject: the benchmark.
    """
    contradictions = subject.benchmark.find_contradictions(answers).sort_values(["case_id", "kind"])
    yield "contradictions", contradictions
    yield "lifts", compute_lifts(answers, subject)
    yield "run_estimates", compute_run_estimates(answers, compute_baseline_draws(subject))
    means, cells = compute_paper_means(answers, subject)
    yield "aggregate_means", means
    yield "aggregate_cells", cells
    named = contradictions.explode("question_ids")
    keys = pd.MultiIndex.from_arrays([named["case_id"], named["question_ids"]])
    is_contradicted = pd.MultiIndex.from_frame(answers[["case_id", "question_id"]]).isin(keys)
    fitting = add_truth_fits(answers) if subject.has_foil else answers.assign(fits=None)
    yield "answers", fitting.assign(is_contradicted=is_contradicted)


def compute_lifts(answers: pd.DataFrame, subject: ScoringContext) -> pd.DataFrame:
    """Return the lifts of the score over all cases; with a foil, also of the foil score, and of reliance per subset.

    The fitted baselines are left out: their own truths are the ones that they fit least, which is not a habit. If
    every answer is right by equality, contents are exchanged within the same question and options; else the answers of
    whole groups are exchanged.
    """
    answers = answers[~answers["model_id"].isin(FITTED)]
    move = compute_lift_tables
    if subject.asked["question_kind"].isin(EXACT_KINDS).all():
        answers, move = _add_contents(answers), compute_content_lifts
    wanted: list[tuple[Score, str, pd.DataFrame]] = [("truth", "all", answers)]
    if subject.has_foil:
        wanted += [("foil", "all", answers)]
        wanted += [
            ("reliance", subset.subset, _select_subset(answers, subset, subject)) for subset in subject.contents.subsets
        ]
    return move(wanted)


def _add_contents(answers: pd.DataFrame) -> pd.DataFrame:
    """Add `said`, `true`, `foil` (an option's text, or the code itself) and `option_set`."""
    options = [texts or () for texts in answers["options"]]
    contents = {
        name: pd.Series(
            [
                None if pd.isna(code) else texts[int(code)] if texts else code
                for code, texts in zip(answers[column], options, strict=True)
            ],
            answers.index,
            dtype=object,
        )
        for name, column in (("said", "value"), ("true", "truth"), ("foil", "foil"))
    }
    return answers.assign(**contents, option_set=["\x1f".join(sorted(texts)) for texts in options])


def _select_subset(answers: pd.DataFrame, subset: Subset, subject: ScoringContext) -> pd.DataFrame:
    if not subset.factor:
        return answers
    cases = {case.case_id for case in subject.contents.cases if case.factors.get(subset.factor) in subset.levels}
    return answers[answers["case_id"].isin(cases)]
