"""Runs of one model that differ in one thing only: pass, image view, order of options, prompt or request options."""

import json
from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd

from core.factors import ADAPTIVE_SETTING

PASS, VIEW, ORDER, PROMPT, OPTIONS = "pass", "view", "order", "prompt", "options"

FACETS = {
    PASS: "another pass",
    PROMPT: "another prompt",
    VIEW: "another image view",
    ORDER: "another order of options",
    OPTIONS: "other request options",
}
"""Facets of a design by key, with what differs between its runs in words."""

_COLUMNS = {PROMPT: "prompt_id", VIEW: "image_view", ORDER: "option_order", OPTIONS: "request_design"}
MAX_RUNS = 40
"""Maximum number of runs of a design, the first ones."""


@dataclass(frozen=True, slots=True)
class RunVariants:
    """Runs of one model that differ in one facet only.

    Attributes:
        facet: key of `FACETS`.
        level_names: the facet's levels; empty for passes, which have no names.
        run_ids: the runs.
        levels: level of each run, from 0. Runs of one level are passes of it.
    """

    model_id: str
    model_name: str
    facet: str
    level_names: tuple[str, ...]
    run_ids: tuple[str, ...]
    levels: tuple[int, ...]


def find_run_variants(designs: pd.DataFrame) -> list[RunVariants]:
    """Find for each model and facet the largest set of runs that differ in this facet only.

    Passes count as equal, whatever their number: a pass of one prompt may be compared with any pass of another one.
    Adaptive runs are left out: they answered other cases because of their margins, not because of a request option.

    Args:
        designs: the query `run_designs`.
    """
    variants = []
    designs = designs[~designs["run_id"].isin(list_adaptive_runs(designs))]
    for _, runs in designs.groupby("model_id", sort=False):
        alike = [group for _, group in runs.groupby(list(_COLUMNS.values()), sort=False) if len(group) > 1]
        if alike:
            variants.append(_build_variants(max(alike, key=len), PASS))
        for facet, column in _COLUMNS.items():
            constant_columns = [name for name in _COLUMNS.values() if name != column]
            families = [group for _, group in runs.groupby(constant_columns, sort=False)]
            sizes = [(group[column].nunique(), len(group)) for group in families]
            if max(sizes)[0] > 1:
                variants.append(_build_variants(families[sizes.index(max(sizes))], facet))
    return variants


def list_adaptive_runs(designs: pd.DataFrame) -> list[str]:
    """List the runs whose manifests state that their cases were chosen by their margins (`run --adaptive`).

    Args:
        designs: the query `run_designs`.
    """
    settings = designs["request_design"].map(json.loads)
    return [
        str(run_id) for run_id, of_run in zip(designs["run_id"], settings, strict=True) if of_run.get(ADAPTIVE_SETTING)
    ]


def name_full_designs(designs: pd.DataFrame) -> dict[str, str]:
    """Return by run id a text that is equal for passes of one model, and for no other runs.

    Args:
        designs: the query `run_designs`.
    """
    columns = designs[["model_id", *_COLUMNS.values()]].astype(str)
    return dict(zip(designs["run_id"], columns.apply(lambda row: json.dumps(list(row)), axis=1), strict=True))


def name_designs(designs: pd.DataFrame) -> dict[str, str]:
    """Name what each run was asked with, by what differs between the runs of its model; empty if nothing differs.

    Args:
        designs: the query `run_designs`.

    Returns:
        The name by run id; plain repeats have one name.
    """
    names: dict[str, str] = {}
    for _, runs in designs.groupby("model_id", sort=False):
        parts = []
        for facet, column in _COLUMNS.items():
            codes, values = pd.factorize(runs[column])
            levels = _name_levels(values.tolist(), facet) if len(values) > 1 else ("",)
            parts.append([levels[code] for code in codes])
        texts = (", ".join(filter(None, of_run)) for of_run in zip(*parts, strict=True))
        names |= dict(zip(runs["run_id"], texts, strict=True))
    return names


def _build_variants(runs: pd.DataFrame, facet: str) -> RunVariants:
    first_runs = runs.head(MAX_RUNS)
    column = _COLUMNS.get(facet)
    levels = [0] * len(first_runs) if column is None else pd.factorize(first_runs[column])[0].tolist()
    values = [] if column is None else first_runs[column].drop_duplicates().tolist()
    return RunVariants(
        model_id=str(first_runs["model_id"].iloc[0]),
        model_name=str(first_runs["model_name"].iloc[0]),
        facet=facet,
        level_names=_name_levels(values, facet),
        run_ids=tuple(first_runs["run_id"]),
        levels=tuple(levels),
    )


def _name_levels(values: Sequence[object], facet: str) -> tuple[str, ...]:
    if facet == ORDER:
        return tuple(f"order {value}" for value in values)
    if facet == OPTIONS:
        return _name_options([json.loads(str(value)) for value in values])
    return tuple(str(value) for value in values)


def _name_options(options: Sequence[dict[str, object]]) -> tuple[str, ...]:
    """Name request options by what differs between them."""
    names = sorted({name for values in options for name in values})
    differing = [name for name in names if len({json.dumps(values.get(name)) for values in options}) > 1]
    return tuple(
        ", ".join(f"{name} {values[name]}" for name in differing if name in values) or "no options"
        for values in options
    )
