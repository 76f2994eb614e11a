"""Names, kinds and roles in the selected benchmark: its questions, models, runs and cases, cached per generation."""

import pandas as pd

from core.benchmarks.info import BenchmarkInfo
from core.question_types.value_codes import remember_texts
from core.records import is_text_kind
from core.solvers import blind_constant
from core.warehouse.metadata import read_benchmark_info
from dashboard.data.current_benchmark import find_warehouse, get_registry_entry, require_warehouse
from dashboard.data.queries import cache_per_generation, read_table, run_query


def list_extra_pages() -> frozenset[str]:
    """List the optional pages that the selected benchmark has; before it is built, the list is incomplete."""
    has_margins = find_warehouse() is not None and bool(get_benchmark_info().margins or get_benchmark_info().curves)
    return get_registry_entry().own_pages | ({"precision"} if has_margins else set())


@cache_per_generation
def get_benchmark_info() -> BenchmarkInfo:
    """Return the benchmark's names, questions and factors; remember the texts of its points, boxes and orders."""
    described = read_benchmark_info(require_warehouse())
    if any(is_text_kind(question.kind) for question in described.questions.values()):
        remember_texts(run_query("structured_values")["value"])
    return described


@cache_per_generation
def get_model_names() -> dict[str, str]:
    """Return the display name by model id."""
    runs = run_query("runs")
    return dict(zip(runs["model_id"], runs["display_name"], strict=True))


@cache_per_generation
def get_model_kinds() -> dict[str, str]:
    """Return the kind (vlm, reference, human) by model id, in the order that assigns colours to models."""
    runs = run_query("runs")
    return dict(zip(runs["model_id"], runs["kind"], strict=True))


def has_model_answered(min_models: int = 1) -> bool:
    """Return whether a vision-language model has a run here, or as many models as given."""
    return list(get_model_kinds().values()).count("vlm") >= min_models


@cache_per_generation
def get_run_kinds() -> dict[str, str]:
    """Return the kind of its model by run id."""
    runs = run_query("runs")
    return dict(zip(runs["run_id"], runs["kind"], strict=True))


@cache_per_generation
def get_run_roles() -> pd.DataFrame:
    """Return one row per run: model, prompt, image view, whether it represents its model, and whether it is pooled."""
    return run_query("runs").merge(read_table("run_roles").drop(columns="model_id"), on="run_id")


@cache_per_generation
def list_constant_baseline_runs() -> list[str]:
    """List the runs of the constant baseline, the zero point for habits and people."""
    roles = get_run_roles()
    return list(roles.loc[roles["model_id"] == blind_constant.MODEL.model_id, "run_id"])


@cache_per_generation
def get_run_ranks() -> dict[str, int]:
    """Return the rank of each run in side-by-side displays: best score first, references after the others."""
    ranking = run_query("ranking", kinds=None)
    is_reference = ranking["model_kind"] == "reference"
    ids = [*ranking.loc[~is_reference, "run_id"], *ranking.loc[is_reference, "run_id"]]
    return {run_id: index for index, run_id in enumerate(ids)}


@cache_per_generation
def list_case_ids() -> frozenset[str]:
    """Return the ids of all cases."""
    return frozenset(run_query("case_ids")["case_id"])


@cache_per_generation
def have_cases_questions() -> bool:
    """Return whether any case has its own question."""
    return bool(run_query("case_parts")["has_questions"].iloc[0])


@cache_per_generation
def have_cases_several_images() -> bool:
    """Return whether any case has more than one image."""
    return bool(run_query("case_parts")["has_several_images"].iloc[0])
