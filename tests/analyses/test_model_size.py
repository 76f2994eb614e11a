"""Scores against sizes: sizes from names and tables, and the correlations of MMPerspective's paper."""

import pandas as pd
import pytest

from core.analyses.model_size import compute_size_correlation, describe_size_correlation, select_sized_models
from core.benchmarks.mmperspective.published import PAPER_TABLES
from core.benchmarks.model_sizes import SIZES, parse_family, parse_size_b, read_model_sizes
from core.errors import ReleaseError
from tests.benchmarks.mmperspective.figure_names import BY_MODEL


@pytest.mark.parametrize(
    ("name", "size", "of_family"),
    [
        ("InternVL2.5-2B", 2, "InternVL2.5"),
        ("LLaVA-Next-m-7B", 7, "LLaVA-Next"),
        ("LLaVA-1.5 13B", 13, "LLaVA-1.5"),
        ("qwen_2.5_32b", 32, "qwen_2.5"),
        ("Qwen3-30B-A3B", 30, "Qwen3"),
        ("Tiny 0.5b", 0.5, "Tiny"),
        ("GPT-4o", None, "GPT-4o"),
        ("Gemini 2.5 bold", None, "Gemini 2.5 bold"),
    ],
)
def test_sizes_are_parsed_from_names(name, size, of_family):
    """A number before a B is the size in billions, the text before it the family; versions are not sizes."""
    assert parse_size_b(name) == size
    assert parse_family(name) == of_family


def figures(figure_id, column, found):
    rows = [(one.row_key, one.value) for one in found if one.figure_id == figure_id and one.column_key == column]
    return pd.DataFrame(rows, columns=["label", "value"]).assign(low=float("nan"), high=float("nan"))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("column", "r", "is_micro"),
    [("Overall", 0.811, True), ("Overall", 0.776, False), ("Binary", 0.337, False), ("Graded", 0.570, False)],
)
def test_scores_correlate_with_size(column, r, is_micro):
    """Pearson's r with log size over the paper's 39 open models, and a wider interval by families."""
    printed = figures(BY_MODEL, column, PAPER_TABLES.read_figures())
    rows = select_sized_models(
        figures("micro_from_hits", column, PAPER_TABLES.read_derived_figures()) if is_micro else printed
    )
    alone, families = compute_size_correlation(rows)
    assert alone.n == 39
    assert alone.r == families.r == pytest.approx(r, abs=0.001)
    assert alone.low < alone.r < alone.high
    assert families.clusters == 9
    assert families.low < families.r < families.high
    assert describe_size_correlation(rows, column).startswith(
        f"Over 39 models, {column} correlates with the logarithm of their size:"
    )


def test_user_table_overrides_names(tmp_path):
    """A model whose name has no size, or a wrong one, takes the table's; others use their names."""
    (tmp_path / SIZES).write_text("model_id,size_b\na,20\nb 7B,8\n", encoding="utf-8")
    runs = pd.DataFrame({"model_id": ["a", "b 7B", "c", "d_3b"], "label": ["A", "B 7B", "C", "D"], "value": 1.0})
    found = select_sized_models(runs, read_model_sizes(tmp_path))
    assert dict(zip(found["label"], found["size_b"], strict=True)) == {"D": 3, "B 7B": 8, "A": 20}
    assert describe_size_correlation(found, "accuracy") == ""


def test_invalid_table_names_the_cell(tmp_path):
    """An invalid size is reported with file, row and column; without a table there are no sizes."""
    assert read_model_sizes(tmp_path) == {}
    (tmp_path / SIZES).write_text("model_id,size_b\na,big\n", encoding="utf-8")
    with pytest.raises(ReleaseError, match=r"model_sizes.csv, row 1, column size_b: 'big' is not a number"):
        read_model_sizes(tmp_path)
