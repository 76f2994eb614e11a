"""What a build finds in answers beyond their scores: it reads base tables and fills six more."""

from collections.abc import Iterable, Iterator

import duckdb
import pandas as pd

from core.benchmarks.benchmark import Benchmark
from core.benchmarks.contents import Contents, Subset
from core.records import SCORED
from core.scoring.agreement import difficulty, disagreement
from core.scoring.baselines import blind_scores
from core.scoring.choice.blind_letter import blind_letter
from core.scoring.choice.lift import lift_of_choices
from core.scoring.coding import has_foil, with_truths
from core.scoring.lift import Score, lift_table
from core.scoring.reliance import with_fits
from core.scoring.run_estimates import run_estimates
from core.solvers import blind_constant
from core.warehouse.estimates import basis_of_runs
from core.warehouse.sql import DIAGNOSIS, read_sql

_KEYS = ["run_id", "case_id", "question_id"]


def diagnose(
    connection: duckdb.DuckDBPyConnection, benchmark: Benchmark, contents: Contents
) -> Iterator[tuple[str, pd.DataFrame]]:
    """The rows of the tables, by table; nothing in a file without answers."""
    answers = _read(connection, "answers")
    if answers.empty:
        return
    truths = _read(connection, "truths")
    coded = with_truths(answers, truths)
    yield "case_difficulties", _difficulties(coded[coded["is_pooled"] & (coded["model_kind"] == "vlm")])
    blind = _blind_scores(truths, contents)
    yield "blind_scores", blind
    if has_foil(coded):
        yield "fits", with_fits(coded)[[*_KEYS, "fits"]].dropna(subset=["fits"])
    yield "contradictions", benchmark.contradictions(coded)
    levels = _read(connection, "levels")
    yield "lifts", _lifts(coded, levels, contents.subsets)
    of_truth = blind[blind["frame"].isin(contents.frames_of("truth"))].drop(columns="frame")
    basis = basis_of_runs(coded, truths, of_truth, levels, _read(connection, "contrasts"))
    yield "run_estimates", run_estimates(coded, basis)


def _read(connection: duckdb.DuckDBPyConnection, name: str) -> pd.DataFrame:
    """The result of `sql/common/diagnosis/<name>.sql`."""
    return connection.execute(read_sql(DIAGNOSIS / f"{name}.sql")).df()


def _difficulties(answers: pd.DataFrame) -> pd.DataFrame:
    hard = difficulty(answers)[["case_id", "share_right", "n_answers"]]
    return hard.merge(disagreement(answers), on="case_id", how="left")


def _blind_scores(truths: pd.DataFrame, contents: Contents) -> pd.DataFrame:
    """What the best constant answer scores: of options, the letter that is best in the other half of the groups."""
    frames = {against: frame for against in SCORED for frame in contents.frames_of(against)}
    is_choice = truths["question_kind"] == "choice"
    of_choices = blind_letter(truths[is_choice]).assign(frame=frames["truth"])
    others = truths[~is_choice]
    tables = [blind_scores(others, against).assign(frame=frame) for against, frame in frames.items() if len(others)]
    return pd.concat([of_choices, *tables])[["case_id", "question_id", "frame", "score"]]


def _lifts(answers: pd.DataFrame, levels: pd.DataFrame, subsets: Iterable[Subset]) -> pd.DataFrame:
    """The lifts of the score among all cases, and beside a foil those of both scores and of reliance in each subset.

    The blind constant is left out: it is chosen on the truths of the other groups, so that its own truths are the ones
    that it fits least, which is no habit. Where all questions are multiple choice, option texts move instead of groups.
    """
    answers = answers[answers["model_id"] != blind_constant.MODEL.model_id]
    is_choice = answers["question_kind"] == "choice"
    if is_choice.all():
        return lift_of_choices(answers).drop(columns="n_unreadable").assign(against="truth", subset="all")
    wanted: list[tuple[Score, str, pd.DataFrame]] = [("truth", "all", answers)]
    if has_foil(answers):
        wanted += [("foil", "all", answers)]
        wanted += [("reliance", subset.subset, _of(answers, levels, subset)) for subset in subsets]
    return pd.concat([lift_table(rows, against).assign(against=against, subset=name) for against, name, rows in wanted])


def _of(answers: pd.DataFrame, levels: pd.DataFrame, subset: Subset) -> pd.DataFrame:
    if not subset.factor:
        return answers
    has = (levels["factor"] == subset.factor) & levels["level"].isin(subset.levels)
    return answers[answers["case_id"].isin(levels.loc[has, "case_id"])]
