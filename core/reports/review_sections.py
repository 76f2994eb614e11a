"""The team's findings in the report: failure codes and their rates, cohorts with their scores, views, and slices."""

from collections.abc import Sequence
from urllib.parse import parse_qs

import pandas as pd

from core.analyses.code_rates import ALL_RUNS, compute_code_rates, count_sample_progress
from core.analyses.slice_sentences import describe_result, describe_search, describe_slice, name_level
from core.analyses.slices import WeakSlices, find_run_slices, list_slice_factors
from core.benchmarks.info import BenchmarkInfo
from core.formatting import has_too_few_groups
from core.reports.report_section import ReportSection
from core.review.codebook import UNSURE, ReviewState
from core.review.cohorts import name_view_page, select_case_lists
from core.review.entries import AnswerKey, SampleDrawn
from core.warehouse.aggregation_presets import build_slice_aggregation
from core.warehouse.metadata import read_benchmark_info
from core.warehouse.read import CASE_IDS, NO_FILTERS, Warehouse

MAX_SEARCHED_CASES = 50_000
"""Number of cases above which the search for slices would slow the report; the page Slices still makes it."""

MAX_RUN_COLUMNS = 8
"""Number of runs with a column in the table of cohorts, the best."""

SLICES = "slices"
"""Key of the section with the conditions under which the best model fails."""

RATE_COLUMNS = ("label", "code", "value", "low", "high", "n_coded", "n", "n_groups")


def build_review_sections(warehouse: Warehouse, review: ReviewState) -> list[ReportSection]:
    """Build the sections of the codebook, of each sample's rates, of cohorts, views and slices; none that are empty."""
    info, labels = read_benchmark_info(warehouse), load_run_labels(warehouse)
    sections = [_build_codebook(review)]
    sections += [_build_rates(review, sample, labels, info) for sample in review.samples.values()]
    sections += [_build_cohorts(warehouse, review, labels, info), _build_views(review)]
    sections += _build_slices(warehouse, info, labels)
    return [section for section in sections if not section.table.empty]


def list_slice_findings(sections: Sequence[ReportSection]) -> list[str]:
    """Return a sentence on the conditions under which the best model scores lowest; empty without a confirmed slice."""
    table = next((section.table for section in sections if section.key == SLICES), None)
    if table is None or table.empty:
        return []
    return [f"Where the best model fails most: {table['slice'].iloc[0]}"]


def load_run_labels(warehouse: Warehouse) -> dict[str, str]:
    """Return the labels of the runs with answers by run id, the best first."""
    return dict(warehouse.query("ranking", kinds=None)[["run_id", "run_label"]].itertuples(index=False))


def list_case_codes(review: ReviewState, case_id: str, labels: dict[str, str], info: BenchmarkInfo) -> list[str]:
    """Describe each coded answer to a case in a line: code, run, question, coder and the coder's words.

    Args:
        review: the codes.
        case_id: of the case.
        labels: of runs, by run id.
        info: the benchmark.
    """
    return [
        _describe_code(review, key, coder, labels, info)
        for key, decisions in review.decisions.items()
        if key.case_id == case_id
        for coder, decision in decisions.items()
        if review.get_code(decision)
    ]


def _describe_code(review: ReviewState, key: AnswerKey, coder: str, labels: dict[str, str], info: BenchmarkInfo) -> str:
    decision = review.decisions[key][coder]
    question = info.questions.get(key.question_id)
    title = f", {question.title}" if question is not None and len(info.questions) > 1 else ""
    words = f": “{decision.text}”" if decision.text else ""
    name = review.name_code(review.get_code(decision))
    return f"{name} · {labels.get(key.run_id, key.run_id)}{title} · {coder}{words}"


def _build_codebook(review: ReviewState) -> ReportSection:
    counts = review.count_codes()
    rows = [
        {"code": code.name, "definition": code.definition, "answers": counts[code.code_id]}
        for code in review.active_codes
    ]
    if counts[UNSURE]:
        rows.append({"code": review.name_code(UNSURE), "definition": "", "answers": counts[UNSURE]})
    note = "Causes that the team named for wrong answers. Where several did, the first one's cause counts."
    return ReportSection("failure_codes", "Failure causes", note, pd.DataFrame(rows))


def _build_rates(
    review: ReviewState, sample: SampleDrawn, labels: dict[str, str], info: BenchmarkInfo
) -> ReportSection:
    codes = review.get_sample_codes(sample)
    used = set(codes.values())
    rates = compute_code_rates(sample, codes, [code_id for code_id in [*review.codes, UNSURE] if code_id in used])
    few = rates["n_groups"].map(has_too_few_groups).astype(bool)
    rates = rates.assign(
        low=rates["low"].mask(few),
        high=rates["high"].mask(few),
        label=[labels.get(run_id, run_id) if run_id != ALL_RUNS else "all models" for run_id in rates["run_id"]],
        code=rates["code_id"].map(review.name_code),
    )
    n_coded, n_answers = count_sample_progress(sample, codes)
    note = (
        f"Share of each cause among a model's wrong answers, %, weighted by the sampling, with 95% CIs clustered "
        f"by {info.words.group}; {n_coded:,} of {n_answers:,} answers of the sample are reviewed. Without an interval: "
        "too few to tell."
    )
    title = f"Rates of failure causes: {sample.name}"
    return ReportSection(f"code_rates_{sample.entry_id}", title, note, rates[["run_id", *RATE_COLUMNS]])


def _build_cohorts(
    warehouse: Warehouse, review: ReviewState, labels: dict[str, str], info: BenchmarkInfo
) -> ReportSection:
    ranking = warehouse.query("ranking", kinds=None)
    models = ranking.loc[ranking["model_kind"] != "reference", "run_id"]
    rows = []
    for cohort in select_case_lists(review.cohorts).values():
        filters = {**NO_FILTERS, CASE_IDS: list(cohort.case_ids)}
        answers = warehouse.query("answers", filters=filters)
        means = 100 * answers.groupby("run_id")["score"].mean()
        row: dict[str, object] = {
            "cohort": cohort.name,
            "chosen": cohort.description,
            "cases": len(cohort.case_ids),
            "n_groups": answers["group_id"].nunique(),
        }
        best = [run_id for run_id in models if run_id in means.index][:MAX_RUN_COLUMNS]
        rows.append(row | {labels[run_id]: float(means[run_id]) for run_id in best})
    note = (
        f"Lists of {info.words.cases} that the team named, with each model's mean {info.words.score}, %, on them. "
        "They may have been chosen by looking at answers, so these means describe the list and test nothing."
    )
    return ReportSection("cohorts", "Cohorts", note, pd.DataFrame(rows))


def _build_views(review: ReviewState) -> ReportSection:
    rows = [
        {
            "view": cohort.name,
            "shows": cohort.description,
            "page": name_view_page(cohort.view),
            "choices": _describe_choices(cohort.view),
        }
        for cohort in review.cohorts.values()
        if not cohort.case_ids
    ]
    note = "Pages with all that was chosen on them, which the team saved under a name. Review lists and opens them."
    return ReportSection("views", "Saved views", note, pd.DataFrame(rows))


def _describe_choices(view: str) -> str:
    choices = parse_qs(view.partition("?")[2])
    return "; ".join(f"{name}: {', '.join(values)}" for name, values in choices.items())


def _build_slices(warehouse: Warehouse, info: BenchmarkInfo, labels: dict[str, str]) -> list[ReportSection]:
    """Build the section of the slices of the best model, references aside; none without a confirmed slice."""
    ranking = warehouse.query("ranking", kinds=None)
    models = ranking.loc[(ranking["model_kind"] != "reference") & ranking["is_ranked"], "run_id"]
    if models.empty or warehouse.count("cases") > MAX_SEARCHED_CASES:
        return []
    run_id = str(models.iloc[0])
    level_labels = _load_level_labels(warehouse, info)
    factors = list_slice_factors(info, {factor: list(levels) for factor, levels in level_labels.items()})
    sums = warehouse.aggregate({**NO_FILTERS, "runs": [run_id]}, build_slice_aggregation(factors, is_pair=False))
    result = find_run_slices(sums, factors)
    names = {
        name_level(factor, level): text for factor, levels in level_labels.items() for level, text in levels.items()
    }
    table = pd.DataFrame({"slice": _describe_slices(result, labels[run_id], info, names)})
    note = f"{describe_result(result, (labels[run_id],), info, names)} {describe_search(result.search, info)}"
    return [ReportSection(SLICES, f"Where {labels[run_id]} fails most", note, table)]


def _load_level_labels(warehouse: Warehouse, info: BenchmarkInfo) -> dict[str, dict[str, str]]:
    options = {
        str(key): dict(zip(rows["value"], rows["label"], strict=True))
        for key, rows in warehouse.query("filter_options").groupby("filter", sort=False)
    }
    fixed = {key: {level: level for level in factor.levels} for key, factor in info.factors.items() if factor.levels}
    return options | fixed


def _describe_slices(result: WeakSlices, label: str, info: BenchmarkInfo, names: dict[str, str]) -> list[str]:
    return [
        describe_slice(weak, means, (label,), info, names)
        for weak, means in zip(result.search.slices, result.means, strict=True)
    ]
