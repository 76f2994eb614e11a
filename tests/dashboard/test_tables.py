"""Tests of tables: the display of missing, negative, short and long values."""

import json

from streamlit.dataframe_util import convert_arrow_bytes_to_pandas_df
from streamlit.testing.v1 import AppTest

from core.formatting import MISSING


def small_table():
    """Show one small table."""
    import pandas as pd

    from dashboard.widgets.tables import show_small_table

    texts = ["100.0 [95.8 to 100.0]", None, "a sentence that is far too long to stand in one line of a table"]
    mixed = pd.Series([1, None, 2.5], dtype=object)
    numbers = {"n": [1.0, None, -2.5], "off": [-2e-13, 0.25, -0.4], "mixed": mixed}
    show_small_table(pd.DataFrame({"mean": texts, **numbers}), dict.fromkeys(numbers, "{:.1f}"))


def test_what_is_missing_is_a_dash_and_short_texts_are_not_broken():
    """A missing value is a dash, zero has no sign, halves round up; an interval is on one line, a text on several."""
    styled = AppTest.from_function(small_table, default_timeout=60).run().table[0].proto.arrow_data.styler
    shown = convert_arrow_bytes_to_pandas_df(styled.display_values)
    assert list(shown["mean"].str[:5]) == ["100.0", MISSING, "a sen"]
    assert list(shown["n"]) == ["1.0", MISSING, "−2.5"]
    assert list(shown["mixed"]) == ["1.0", MISSING, "2.5"]
    assert list(shown["off"]) == ["0.0", "0.3", "−0.4"]
    assert styled.styles.count("_col0 { white-space: nowrap }") == 1
    assert "row0_col0" in styled.styles


def signed_table():
    """Show a sortable table, whose rows share an index and one of whose columns has negative numbers."""
    import pandas as pd

    from dashboard.widgets.tables import DecimalColumn, show_table

    rows = pd.DataFrame({"gain": [-2.94, None, -0.001], "score": [70.0, 71.0, None]}, index=[0, 0, 1])
    show_table(rows, "signed", {"gain": DecimalColumn("Gain"), "score": DecimalColumn("Score", 2)})


def test_negative_numbers_of_a_sortable_table_have_a_minus_sign():
    """Negative numbers have a minus sign instead of Streamlit's hyphen.

    They stay numbers, so that they sort correctly.
    """
    table = AppTest.from_function(signed_table, default_timeout=60).run().dataframe[0]
    shown = convert_arrow_bytes_to_pandas_df(table.proto.arrow_data.styler.display_values)
    assert list(shown["gain"]) == ["−2.9", MISSING, "0.0"]
    assert list(table.value["gain"].dropna()) == [-2.94, -0.001]
    columns = json.loads(table.proto.columns)
    assert "format" not in columns["gain"]["type_config"]
    assert columns["score"]["type_config"]["format"] == "%.2f"
