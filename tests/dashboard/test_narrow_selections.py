"""Tests of every page and benchmark with almost empty selections: a sentence says so, without an error."""

from collections import defaultdict
from functools import cache

import pytest

from core.warehouse.read import open_current
from dashboard.runtime.link_parameters import build_filter_key
from tests.dashboard.pages import open_page, opened, text_of
from tests.every_benchmark import EVERY, MUTE, fill_every
from tests.small_own_table import OWN_TABLE

WITH_FILTERS = ("cases", "heatmaps", "compare", "bias", "tilt", "precision", "robustness", "slices", "items",
                "checkpoints")  # fmt: skip
OTHERS = ("overview", "truth_audit", "benchmarks", "paper", "data", "glossary", "ask_a_model", "ask_yourself", "lab",
          "leaderboard", "review")  # fmt: skip

OF_ONE_BENCHMARK = {
    "tilt": {"tri_bench", "synthetic"},
    "truth_audit": {"tri_bench"},
    "precision": set(EVERY) - {"tri_bench", "synthetic", "visonlyqa", OWN_TABLE},
}
"""Pages that only some benchmarks have; the others say that they have none."""

SAY_NOTHING = ("No ", "Too few models", "Nothing", "nothing", "none", "too few", "fewer fit", "has none",
               "has no sets")  # fmt: skip
"""How a page says that there is nothing to show; one of them stands on it."""


@pytest.fixture
def every(fill_once, scenes_workspace, monkeypatch):
    """Return a data folder with a small set of every benchmark, for read-only tests."""
    made = fill_once("every", lambda made: fill_every(made, scenes_workspace))
    monkeypatch.setenv("TRILENS_DATA", str(made.data))
    return made


@cache
def selections_of(made, benchmark_id):
    """Return selections by what they leave, both as filters and for the page as a whole."""
    with open_current(made.select_benchmark(benchmark_id)) as warehouse:
        levels, groups = defaultdict(dict), {}
        for row in warehouse.load_rows("case_factors"):
            levels[row["case_id"]][row["factor"]] = row["level"]
        for row in warehouse.load_rows("cases"):
            groups[row["case_id"]] = row["group_id"]
        kinds = {row["model_id"]: row["kind"] for row in warehouse.load_rows("models")}
    references = [model_id for model_id, kind in kinds.items() if kind == "reference"]
    models = [model_id for model_id in kinds if model_id not in (*references, MUTE.model_id)]
    found = {
        "one model": {"model": (models or [MUTE.model_id])[:1]},
        "only references": {"model": references},
        "all unread": {"model": [MUTE.model_id]},
    }
    for name, fits in {
        "one case": lambda left: len(left) == 1,
        "two cases": lambda left: len(left) == 2,
        "one group": lambda left: len(left) > 2 and len({groups[case_id] for case_id in left}) == 1,
    }.items():
        if (chosen := narrowed(levels, fits)) is not None:
            found[name] = chosen
    if (nothing := apart(levels)) is not None:
        found["no case"] = nothing
    if "one case" in found:
        found |= {f"{name} of one case": {**found["one case"], **found[name]} for name in ("one model", "all unread")}
    return found


def narrowed(levels, fits):
    """Return a filter by the levels of one case after another, until few enough cases are left."""
    for case_id in levels:
        left, chosen = set(levels), {}
        for factor, level in levels[case_id].items():
            kept = {other for other in left if levels[other].get(factor) == level}
            if len(kept) < len(left):
                left, chosen = kept, {**chosen, factor: [level]}
            if fits(left):
                return chosen
    return None


def apart(levels):
    """Return a filter by two levels that no case has at once."""
    pairs = {(first, a, second, b) for of_case in levels.values() for first, a in of_case.items()
             for second, b in of_case.items()}  # fmt: skip
    values = sorted({(factor, level) for of_case in levels.values() for factor, level in of_case.items()})
    for first, a in values:
        for second, b in values:
            if first != second and (first, a, second, b) not in pairs:
                return {first: [a], second: [b]}
    return None


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", EVERY)
@pytest.mark.parametrize("page", WITH_FILTERS)
def test_a_page_under_narrow_filters_says_what_it_has(every, page, benchmark):
    """No, one or two cases, one group, one model, only references, all unreadable: no error. An empty page says so."""
    selections = selections_of(every, benchmark)
    assert {"no case", "one model", "only references", "all unread"} <= set(selections)
    failed = {}
    for name, chosen in selections.items():
        app = open_page(page, benchmark=benchmark)
        for factor, values in chosen.items():
            app.session_state[build_filter_key(factor)] = values
        opened(app.run())
        if app.exception:
            failed[name] = [chosen, [error.value for error in app.exception]]
        elif name == "no case" and not any(words in text_of(app) for words in SAY_NOTHING):
            failed[name] = text_of(app)
    assert not failed


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", EVERY)
@pytest.mark.parametrize("page", OTHERS)
def test_a_page_without_filters_has_no_error(every, page, benchmark):
    """With a model without readable answers among the others, each page runs, with everything that opens on it."""
    app = opened(open_page(page, benchmark=benchmark))
    assert not app.exception


@pytest.mark.slow
@pytest.mark.parametrize("page", [*WITH_FILTERS, *OTHERS])
def test_a_page_without_reference_models_has_no_error(every, page):
    """With reference models switched off, so that only a model without readable answers remains, each page runs."""
    app = open_page(page, benchmark="synthetic", references="false")
    assert not opened(app.run()).exception


@pytest.mark.slow
@pytest.mark.parametrize("benchmark", EVERY)
def test_robustness_under_every_single_level(every, benchmark):
    """If a single level of a factor leaves no whole set, the page says so, without an error (F2)."""
    with open_current(every.select_benchmark(benchmark)) as warehouse:
        levels = {(row["factor"], row["level"]) for row in warehouse.load_rows("case_factors")}
    app, failed = open_page("robustness", benchmark=benchmark), []
    for factor, level in sorted(levels):
        app.session_state[build_filter_key(factor)] = [level]
        if app.run().exception:
            failed.append((factor, level))
        app.session_state[build_filter_key(factor)] = []
    assert not failed
