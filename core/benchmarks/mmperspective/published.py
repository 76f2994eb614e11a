"""Published figures of MMPerspective's paper, figures derived from them, and the paper's contradictions."""

from core.benchmarks.mmperspective.paper_table import HITS, PaperTableRow, rank_models, read_paper_rows
from core.benchmarks.mmperspective.vocabulary import NINE
from core.benchmarks.publications import PublishedFigure
from core.benchmarks.published_tables import PaperTables

PAPER_TABLES = PaperTables(
    "mmperspective.csv", (-100.0, 10_000.0), HITS, contradictions="mmperspective_contradictions.csv"
)
"""Tables 1 to 4; figures are derived from the hits of Table 1."""

BY_MODEL, COT, SIZES, IN_CONTEXT = (
    "accuracy_by_model", "effect_of_chain_of_thought", "questions_by_task", "in_context_example",
)  # fmt: skip
_FROM_HITS = "derived from the hits that alone fit each cell"
GUESS = "guess among four"


def list_derived_figures() -> list[PublishedFigure]:
    """Derive from the hits of Table 1: standard errors, micro means, rank intervals, consistency index, guessing.

    Raises:
        ReleaseError: the file is missing or a cell is not a number.
    """
    rows = read_paper_rows()
    ranks = rank_models(rows)
    found = [_make_derived_figure("blind_four_options", GUESS, column, 25.0, "percent") for column in (*NINE, "Graded")]
    found += [
        _make_derived_figure("blind_four_options", GUESS, name, 25.0, "percent") for name in ("PAcc", "RAcc", "Overall")
    ]
    found.append(_make_derived_figure("blind_four_options", GUESS, "Binary", 100 * 0.25**5, "percent"))
    for row in rows:
        found += _derive_row_figures(row)
        for name, place in zip(("rank", "rank_low", "rank_high"), ranks[row.model], strict=True):
            found.append(_make_derived_figure("rank_by_macro", row.model, name, place, "place", 0))
    return found


def _derive_row_figures(row: PaperTableRow) -> list[PublishedFigure]:
    found = [
        _make_derived_figure("se_of_hits", row.model, task, 100 * row.compute_standard_error(task), "percent")
        for task in (*NINE, "Binary")
    ]
    for name in ("PAcc", "RAcc", "Overall"):
        found.append(
            _make_derived_figure("se_of_hits", row.model, name, 100 * row.compute_macro_error(name), "percent")
        )
        found.append(
            _make_derived_figure("macro_from_hits", row.model, name, 100 * row.compute_macro_mean(name), "percent")
        )
        found.append(
            _make_derived_figure("micro_from_hits", row.model, name, 100 * row.compute_micro_mean(name), "percent")
        )
    index = row.consistency
    return [
        *found,
        *([_make_derived_figure("consistency_index", row.model, "index", index, "", 3)] if index is not None else []),
    ]


def _make_derived_figure(
    figure_id: str, row_key: str, column_key: str, value: float, unit: str, decimals: int = 2
) -> PublishedFigure:
    source = "chance of one in four" if row_key == GUESS else _FROM_HITS
    return PublishedFigure("derived", figure_id, row_key, column_key, round(value, decimals), unit, decimals, source)
