"""Tests of the paper's printed figures: chance levels, weights, uncertainty, contradictions."""

import csv
import math

import pytest

from core.benchmarks.threedsr.published import MODELS_WEIGHTS, PAPER_TABLES, SYNTHETIC_WEIGHTS, read_released_groups
from core.benchmarks.threedsr.vocabulary import SUBTYPES, TYPES
from core.settings import REPOSITORY
from tests.benchmarks.threedsr.figure_names import BLIND, BY_ENCODER, BY_MODEL, BY_VIEW, DROP, ERRORS, GUESSES, OVERALL
from tools.published_figures.threedsr_guessing import SUBTYPES_OF, compute_chance_levels, compute_weighted_mean

SHARED = REPOSITORY.parent / "shared"


@pytest.fixture(scope="module")
def value():
    """Return printed and derived values by figure, row and column."""
    return {
        (one.figure_id, one.row_key, one.column_key): one.value
        for one in [*PAPER_TABLES.read_figures(), *PAPER_TABLES.read_derived_figures()]
    }


def make_column_key(type_):
    """Return a type as it is written in the specification's columns."""
    return type_.replace("-", "_")


def list_rows(value, figure_id, *, models=True):
    rows = dict.fromkeys(row for own, row, _ in value if own == figure_id)
    return [row for row in rows if not (models and row in (*GUESSES, "Human"))]


def get_type_scores(value, figure_id, row, prefix=""):
    return {type_: value[figure_id, row, prefix + type_] for type_ in TYPES}


def test_independent_guessing_gives_the_row_random():
    """Types have 25, 25, 16.8 and 20.1; the mean is 20.9 over subtypes and 21.7 with the models' weights."""
    row = compute_chance_levels("independent")
    assert [round(row[type_], 1) for type_ in TYPES] == [25.0, 25.0, 16.8, 20.1]
    assert (
        round(compute_weighted_mean(row, SUBTYPES_OF), 1),
        round(compute_weighted_mean(row, MODELS_WEIGHTS), 1),
    ) == (20.9, 21.7)


def test_consistent_guessing_gives_the_row_random_plus():
    """Types have 50, 50, 41.7 and 45; the mean is 45.8 over subtypes and 46.7 with the models' weights."""
    row = compute_chance_levels("consistent")
    assert [round(row[type_], 1) for type_ in TYPES] == [50.0, 50.0, 41.7, 45.0]
    assert (
        round(compute_weighted_mean(row, SUBTYPES_OF), 1),
        round(compute_weighted_mean(row, MODELS_WEIGHTS), 1),
    ) == (45.8, 46.7)


def test_printed_chance_levels_are_weighted_by_subtypes(value):
    """The printed rows use the weights 1 : 3 : 3 : 5 in all three tables."""
    assert SUBTYPES_OF == {"height": 1, "location": 3, "orientation": 3, "multi-object": 5}
    for name, row in zip(
        GUESSES, (compute_chance_levels("independent"), compute_chance_levels("consistent")), strict=True
    ):
        for figure_id, prefix in ((BY_MODEL, ""), (BY_VIEW, "common "), (BY_VIEW, "uncommon ")):
            printed = get_type_scores(value, figure_id, name, prefix)
            assert all(printed[type_] == pytest.approx(row[type_], abs=0.051) for type_ in TYPES)
            assert value[figure_id, name, prefix + OVERALL] == pytest.approx(
                compute_weighted_mean(row, SUBTYPES_OF), abs=0.051
            )
    assert value[BLIND, "independent", OVERALL] == 21.7
    assert value[BLIND, "consistent", OVERALL] == 46.7


def test_overalls_follow_the_weights_of_the_paper(value):
    """14 of 14 rows agree within 0.1 with 350 : 875 : 525 : 875; the released set's weights fit 12."""
    rows = {(BY_MODEL, row) for row in [*list_rows(value, BY_MODEL), "Human"]}
    rows |= {(BY_ENCODER, row) for row in list_rows(value, BY_ENCODER)[1:]}
    assert len(rows) == 14
    released = dict.fromkeys(TYPES, 0)
    for subtype, (_, groups) in read_released_groups().items():
        released[SUBTYPES[subtype].type] += groups
    assert list(released.values()) == [690, 1709, 1036, 1722]

    def fits(weights):
        return sum(
            abs(compute_weighted_mean(get_type_scores(value, *row), weights) - value[(*row, OVERALL)]) <= 0.1
            for row in rows
        )

    assert (fits(MODELS_WEIGHTS), fits(released)) == (14, 12)


def count_whole_cells(value, row, prefix, sizes=SYNTHETIC_WEIGHTS):
    """Count the printed cells of a row that are a whole number of questions of their type."""
    cells = get_type_scores(value, BY_VIEW, row, prefix)
    return sum(
        any(round(100 * hits / sizes[type_], 1) == cells[type_] for hits in range(sizes[type_] + 1)) for type_ in TYPES
    )


def test_one_row_of_the_synthetic_table_lacks_questions(value):
    """19 of 20 rows are shares of 40, 164, 96 and 124 questions; the other one of 39, 163, 95 and 124."""
    rows = [(row, prefix) for row in list_rows(value, BY_VIEW) for prefix in ("common ", "uncommon ")]
    deviating = [row for row in rows if count_whole_cells(value, *row) < 4]
    assert len(rows) == 20
    assert deviating == [("LLaVA-v1.5-7B", "uncommon ")]
    fewer = dict(zip(TYPES, (39, 163, 95, 124), strict=True))
    assert count_whole_cells(value, *deviating[0], sizes=fewer) == 4


def test_the_number_of_rows_follows_from_groups():
    """The 5,157 groups have 2 x 4,471 and 4 x 686 rows, which is 11,686."""
    sizes = read_released_groups()
    assert set(sizes) == set(SUBTYPES)
    by_options = {m: sum(groups for own, groups in sizes.values() if own == m) for m in (2, 4)}
    assert by_options == {2: 4471, 4: 686}
    assert sum(m * groups for m, groups in by_options.items()) == 11_686
    assert all(SUBTYPES[subtype].n_options == options for subtype, (options, _) in sizes.items())


def test_standard_errors_follow_from_the_share(value):
    """Each error is that of a share of the questions behind the weights; overall errors use squared weights."""
    tables = [(BY_MODEL, "", MODELS_WEIGHTS), (BY_ENCODER, "", MODELS_WEIGHTS),
              (BY_VIEW, "common ", SYNTHETIC_WEIGHTS), (BY_VIEW, "uncommon ", SYNTHETIC_WEIGHTS)]  # fmt: skip
    for figure_id, prefix, weights in tables:
        for row in list_rows(value, figure_id):
            errors = {}
            for type_, n in weights.items():
                share = value[figure_id, row, prefix + type_] / 100
                errors[type_] = 100 * math.sqrt(share * (1 - share) / n)
                assert value[ERRORS, row, prefix + type_] == pytest.approx(errors[type_], abs=0.006)
            whole = math.hypot(*(weights[type_] * errors[type_] for type_ in TYPES)) / sum(weights.values())
            assert value[ERRORS, row, prefix + OVERALL] == pytest.approx(whole, abs=0.006)


def test_significant_drops_by_type(value):
    """All ten models drop on uncommon views, eight significantly; by type location 5, height 2, the others 0."""
    resolved = {
        column: sum(value[DROP, row, f"z {column}"] < -1.96 for row in list_rows(value, DROP))
        for column in (OVERALL, *TYPES)
    }
    assert resolved == {OVERALL: 8, "height": 2, "location": 5, "orientation": 0, "multi-object": 0}
    assert all(value[DROP, row, OVERALL] < 0 for row in list_rows(value, DROP))
    assert sum(value[DROP, row, OVERALL] for row in list_rows(value, DROP)) / 10 == pytest.approx(-7.6, abs=0.1)


def test_contradictions_quote_the_tables_correctly(value):
    """Each number that a contradiction quotes is recomputed from the printed figures."""

    def compute_overall(row, figure_id=BY_MODEL, prefix="", weights=MODELS_WEIGHTS):
        return compute_weighted_mean(get_type_scores(value, figure_id, row, prefix), weights)

    def compute_z(one, other, column=OVERALL, figure_id=BY_ENCODER):
        errors = math.hypot(*(value[ERRORS, row, column] for row in (one, other)))
        if column == OVERALL:
            return (compute_overall(one, figure_id) - compute_overall(other, figure_id)) / errors
        return (value[figure_id, one, column] - value[figure_id, other, column]) / errors

    def compute_z_against_guess(row, column, guess):
        share = guess / 100
        return (value[BY_MODEL, row, column] - guess) / (100 * math.sqrt(share * (1 - share) / MODELS_WEIGHTS[column]))

    clip, _, mae, sam = (row for row in list_rows(value, BY_ENCODER) if row.endswith("2xMLP"))
    best = max(list_rows(value, BY_MODEL), key=compute_overall)
    plus = compute_weighted_mean(compute_chance_levels("consistent"), MODELS_WEIGHTS)
    drops = {
        column: sum(value[DROP, row, f"z {column}"] < -1.96 for row in list_rows(value, DROP))
        for column in (OVERALL, *TYPES)
    }
    human = value[BY_MODEL, "Human", OVERALL]
    recomputed = {
        "random_weights": compute_weighted_mean(compute_chance_levels("independent"), MODELS_WEIGHTS),
        "random_plus_weights": plus,
        "synthetic_questions": 2 * sum(SYNTHETIC_WEIGHTS.values()),
        "llava_uncommon": count_whole_cells(value, "LLaVA-v1.5-7B", "uncommon "),
        "behind_human": 100 * (human - value[BY_MODEL, best, OVERALL]) / human,
        "degraded_models": drops[OVERALL],
        **{f"degraded_{make_column_key(type_)}": drops[type_] for type_ in TYPES},
        "mae_loss": compute_z(clip, mae),
        "sam_height": compute_z(sam, clip, "height"),
        "cambrian_height": compute_z_against_guess("Cambrian-1-8B", "height", 25.0),
        "flash_orientation": compute_z_against_guess(
            "Gemini-1.5-Flash", "orientation", compute_chance_levels("independent")["orientation"]
        ),
        "released_groups": sum(groups for _, groups in read_released_groups().values()),
        "annotated": 2762,
        "height_questions": sum(
            any(abs(100 * hits / 350 - value[BY_MODEL, row, "height"]) < 0.0501 for hits in range(351))
            for row in list_rows(value, BY_MODEL)
            if row not in ("Random", "Random++", "Human")
        ),
    }
    found = PAPER_TABLES.read_contradictions()
    with_figures = [one for one in found if one.table_says]
    assert {one.contradiction_id for one in with_figures} == set(recomputed)
    for one in with_figures:
        assert abs(float(one.table_says) - recomputed[one.contradiction_id]) < 0.0501, one
    assert all(one.source and one.verdict for one in found)


@pytest.mark.skipif(not SHARED.is_dir(), reason="the shared figures are missing")
def test_errors_and_drops_equal_those_of_the_specification(value):
    """Standard errors of Tables 2 and 3, and drops and z of Table 4, equal the specification's."""

    def read_lines(name):
        with (SHARED / "protocols" / name).open(newline="", encoding="utf-8") as file:
            return list(csv.DictReader(file))

    for line in read_lines("3dsrbench_table2_3_uncertainty.csv"):
        row = line["m"].replace("|", ", ")
        for type_ in TYPES:
            assert value[ERRORS, row, type_] == pytest.approx(float(line[f"se_{make_column_key(type_)}"]), abs=0.011)
        assert value[ERRORS, row, OVERALL] == pytest.approx(float(line["se_overall"]), abs=0.011)
    for line in read_lines("3dsrbench_table4_viewpoint_drop.csv"):
        for type_ in TYPES:
            assert value[DROP, line["model"], type_] == pytest.approx(
                float(line[f"d_{make_column_key(type_)}"]), abs=0.06
            )
            z = float(line[f"z_{make_column_key(type_)}"])
            assert value[DROP, line["model"], f"z {type_}"] == pytest.approx(z, abs=0.02)
        assert value[DROP, line["model"], f"z {OVERALL}"] == pytest.approx(float(line["z"]), abs=0.02)
