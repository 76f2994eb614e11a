"""Tests of the paper's printed figures: averages, uncertainty, baselines, contradictions."""

import pytest

from core.benchmarks.gepbench.published import PAPER_TABLES
from core.benchmarks.gepbench.vocabulary import ASPECTS, LEVELS
from tests.benchmarks.gepbench import slow
from tests.benchmarks.gepbench.figure_names import AVERAGE, BY_ENCODER, BY_MODEL, CELLS, NOT_MODELS


@pytest.fixture(scope="module")
def value():
    """Return printed and derived values by figure, row and column."""
    return {
        (one.figure_id, one.row_key, one.column_key): one.value
        for one in [*PAPER_TABLES.read_figures(), *PAPER_TABLES.read_derived_figures()]
    }


def list_rows(value, figure_id):
    return list(dict.fromkeys(row for own, row, _ in value if own == figure_id))


def list_models(value):
    return [row for row in list_rows(value, BY_MODEL) if row not in NOT_MODELS]


@pytest.mark.parametrize(("figure_id", "rows"), [(BY_MODEL, 22), (BY_ENCODER, 7)])
def test_averages_are_the_means_of_their_cells(value, figure_id, rows):
    """Each printed average is its cells' mean within 0.05: 20 models, humans, guessing and 7 encoders."""
    figures = PAPER_TABLES.read_figures()
    assert len(list_rows(value, figure_id)) == rows
    for row in list_rows(value, figure_id):
        assert abs(slow.compute_cell_mean(figures, figure_id, row) - value[figure_id, row, AVERAGE]) <= 0.05 + 1e-9
    assert sum(one.figure_id == figure_id for one in figures) == rows * (len(CELLS) + 1)


def test_every_figure_has_a_table_as_its_source():
    """Every printed figure names its table, unit and rounding."""
    assert {one.source for one in PAPER_TABLES.read_figures()} == {"GePBench, Table 1", "GePBench, Table 2"}
    assert {(one.origin, one.unit, one.decimals) for one in PAPER_TABLES.read_figures()} == {("paper", "percent", 1)}
    assert all(one.source.split(",")[0] in ("derived", "simulated", "mean of the twelve simulated cells")
               for one in PAPER_TABLES.read_derived_figures())  # fmt: skip


def test_standard_errors_follow_from_the_share(value):
    """With 800 questions per cell each error is sqrt(p (1 - p) / n); errors of averages combine in quadrature."""
    for model in list_models(value):
        shares = [value[BY_MODEL, model, cell] / 100 for cell in CELLS]
        errors = [100 * (share * (1 - share) / 800) ** 0.5 for share in shares]
        for cell, error in zip(CELLS, errors, strict=True):
            assert abs(value["se_if_n800", model, cell] - error) < 0.006
            assert value["se_if_whole_set", model, cell] < error / 3
        average = sum(error**2 for error in errors) ** 0.5 / len(CELLS)
        assert abs(value["se_if_n800", model, AVERAGE] - average) < 0.006


def test_most_models_score_below_a_constant_letter_on_size(value):
    """39 of 40 cells of size and 7 of 40 of counting are below the best constant letter of the authors' engine."""

    def below(aspect):
        cells = [(model, f"{level} {aspect}") for model in list_models(value) for level in LEVELS]
        return sum(value[BY_MODEL, *cell] < value["blind_baseline", "best letter", cell[1]] for cell in cells)

    assert (below("size"), below("counting")) == (39, 7)
    text = value["blind_baseline", "blind text", AVERAGE]
    assert (text, sum(value[BY_MODEL, model, AVERAGE] < text for model in list_models(value))) == (50.9, 8)


def test_contradictions_quote_the_tables_correctly(value):
    """Each number that a contradiction quotes is recomputed from the printed figures."""
    models = list_models(value)

    def mean(aspect, levels):
        cells = [value[BY_MODEL, model, f"{level} {aspect}"] for model in models for level in levels]
        return sum(cells) / len(cells)

    def rank(aspect, levels):
        return 1 + sorted(ASPECTS, key=lambda own: mean(own, levels)).index(aspect)

    def average(model):
        return value[BY_MODEL, model, AVERAGE]

    size = {(model, level): value[BY_MODEL, model, f"{level} size"] for model in models for level in LEVELS}
    blind = {level: value["blind_baseline", "best letter", f"{level} size"] for level in LEVELS}
    recomputed = {
        "gemini_hard_size": value[BY_MODEL, "Gemini-1.5-pro", "hard size"],
        "gpt4o_behind_humans": average("Human") - average("GPT-4o"),
        "llava_smaller_size": min(int(name.split()[-1][:-1]) for name in models if name.startswith("LLaVA-1.5 ")),
        "qwen_smaller_size": min(int(name.split()[-1][:-1]) for name in models if name.startswith("Qwen2-VL ")),
        "internvl_smaller_size": min(int(name.split()[-1][:-1]) for name in models if name.startswith("InternVL")),
        "bold_easy_reference": max(value[BY_MODEL, name, "easy reference"] for name in models if name[-1] == "B"),
        "qwen_gain": average("Qwen2-VL 72B") - average("Qwen2-VL 7B"),
        "location_rank": rank("location", LEVELS),
        "location_rank_hard": rank("location", ("hard",)),
        "size_below_random": sum(own < 25 for own in size.values()),
        "size_below_constant": sum(own < blind[level] for (_, level), own in size.items()),
        "models_listed": len(models),
        "blip2_average": slow.compute_cell_mean(PAPER_TABLES.read_figures(), BY_MODEL, "BLIP2 3B"),
    }
    found = PAPER_TABLES.read_contradictions()
    assert {one.contradiction_id for one in found} == set(recomputed)
    for one in found:
        assert abs(float(one.table_says) - recomputed[one.contradiction_id]) < 0.0501, one
        assert one.source
        assert one.verdict
        if one.verdict == "differs":
            assert one.claimed != one.table_says
