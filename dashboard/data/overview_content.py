"""Content of the page Overview, which other pages show in part: figures, findings and cases of a generation."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd

from core.analyses.findings import list_findings, list_reference_findings
from core.analyses.headlines import Headline, describe_blind_comparison, describe_leaders, list_headlines
from core.analyses.overview import Overview, build_overview, load_figures
from core.analyses.verdicts import ModelVerdicts, list_model_verdicts
from core.warehouse.read import NO_FILTERS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.queries import cache_per_generation, read_table, run_query

MAX_TELLING_CASES = 24


@dataclass(frozen=True, slots=True)
class OverviewContent:
    """The content of the page Overview, about reference models if no other model has answered.

    Attributes:
        sentences: the findings.
        headlines: the first findings, with their cases.
        leaders: which model is best, as a sentence; empty if no model is compared.
        blind_comparison: how many models beat the best constant answer, as a sentence; empty if that cannot be told.
        telling: of the query `telling_cases`, the first of each group before the second ones; or of
            `sample_questions` if all questions are open.
    """

    found: Overview
    sentences: list[str]
    models: list[ModelVerdicts]
    headlines: list[Headline]
    leaders: str
    blind_comparison: str
    telling: pd.DataFrame


@cache_per_generation
def load_overview() -> OverviewContent:
    """Load the overview of the current generation."""
    overview = build_overview(load_figures(run_query, read_table), get_benchmark_info())
    models = list_model_verdicts(overview)

    def worst(run_id: str, levels: Mapping[str, tuple[str, ...]]) -> str | None:
        among = {**NO_FILTERS, **{factor: list(level) for factor, level in levels.items()}}
        return next(iter(run_query("worst_cases", run_id=run_id, filters=among, most=1)["case_id"]), None)

    telling = run_query("telling_cases", most=MAX_TELLING_CASES)
    return OverviewContent(
        found=overview,
        sentences=list_findings(overview) or list_reference_findings(overview),
        models=models,
        headlines=list_headlines(overview, models, worst),
        leaders=describe_leaders(overview),
        blind_comparison=describe_blind_comparison(overview),
        telling=run_query("sample_questions") if telling.empty else _spread_over_groups(telling),
    )


def _spread_over_groups(cases: pd.DataFrame) -> pd.DataFrame:
    """Put the first case of each group first, then the second ones, so that neighbours show different groups."""
    groups = run_query("groups_of_cases").set_index("case_id")["group_id"]
    turns = cases.groupby(cases["case_id"].map(groups), dropna=False).cumcount()
    return cases.loc[turns.sort_values(kind="stable").index].reset_index(drop=True)
