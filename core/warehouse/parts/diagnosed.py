"""What a build finds in the answers of one run beyond their scores."""

from collections.abc import Iterator

import pandas as pd

from core.benchmarks.contents import Subset
from core.scoring.choice.lift import lift_of_choices
from core.scoring.lift import Score, lift_tables
from core.scoring.reliance import with_fits
from core.scoring.run_estimates import run_estimates
from core.solvers import blind_constant
from core.warehouse.parts.aggregated import aggregated
from core.warehouse.parts.basis import basis_of_runs
from core.warehouse.parts.subject import Subject


def diagnosed(answers: pd.DataFrame, subject: Subject) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of every table of a part that is made of scored answers, and these with `fits` and `is_contradicted`.

    Args:
        answers: of one run, as `answers_read` returns them, with run_id, model_id and value.
        subject: what they are about.
    """
    contradictions = subject.benchmark.contradictions(answers).sort_values(["case_id", "kind"])
    yield "contradictions", contradictions
    yield "lifts", _lifts(answers, subject)
    yield "run_estimates", run_estimates(answers, basis_of_runs(subject))
    means, cells = aggregated(answers, subject)
    yield "aggregate_means", means
    yield "aggregate_cells", cells
    named = contradictions.explode("question_ids")
    keys = pd.MultiIndex.from_arrays([named["case_id"], named["question_ids"]])
    is_contradicted = pd.MultiIndex.from_frame(answers[["case_id", "question_id"]]).isin(keys)
    fitting = with_fits(answers) if subject.has_foil else answers.assign(fits=None)
    yield "answers_made", fitting.assign(is_contradicted=is_contradicted)


def _lifts(answers: pd.DataFrame, subject: Subject) -> pd.DataFrame:
    """The lifts of the score among all cases, and beside a foil those of both scores and of reliance in each subset.

    The blind constant is left out: it is chosen on the truths of the other groups, so that its own truths are the ones
    that it fits least, which is no habit. Where all questions are multiple choice, option texts move instead of groups.
    """
    answers = answers[answers["model_id"] != blind_constant.MODEL.model_id]
    if subject.is_all_choices:
        return _of_choices(answers)
    wanted: list[tuple[Score, str, pd.DataFrame]] = [("truth", "all", answers)]
    if subject.has_foil:
        wanted += [("foil", "all", answers)]
        wanted += [("reliance", one.subset, _of(answers, one, subject)) for one in subject.contents.subsets]
    return lift_tables(wanted)


def _of_choices(answers: pd.DataFrame) -> pd.DataFrame:
    options = answers["options"]
    texts = pd.DataFrame(
        {
            name: [None if pd.isna(code) else texts[int(code)] for code, texts in zip(of, options, strict=True)]
            for name, of in (("chosen_text", answers["value"]), ("true_text", answers["truth"]))
        },
        index=answers.index,
        dtype=object,
    )  # fmt: skip
    return lift_of_choices(answers.join(texts)).drop(columns="n_unreadable").assign(against="truth", subset="all")


def _of(answers: pd.DataFrame, subset: Subset, subject: Subject) -> pd.DataFrame:
    if not subset.factor:
        return answers
    cases = {case.case_id for case in subject.contents.cases if case.factors.get(subset.factor) in subset.levels}
    return answers[answers["case_id"].isin(cases)]
