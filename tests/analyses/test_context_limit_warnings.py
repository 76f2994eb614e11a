"""Warnings about truncated prompts: the same number of input tokens at a context limit."""

import pandas as pd
import pytest

from core.analyses.context_limit_warnings import list_context_limit_warnings


def _rows(**counts):
    """Return rows of the query `input_tokens`: a run per keyword, with the replies by number of tokens."""
    columns = ["run_id", "label", "input_tokens", "replies"]
    return pd.DataFrame(
        [(name, name, tokens, n) for name, by_tokens in counts.items() for tokens, n in by_tokens.items()],
        columns=columns,
    )


@pytest.mark.parametrize("by_tokens", [{2048: 12}, {4096: 3}, {4095: 20}, {8192: 10, 700: 4}])
def test_equal_counts_at_a_limit_warn(by_tokens):
    """All or most replies at a multiple of 1024 give a warning with the limit and a remedy."""
    (warning,) = list_context_limit_warnings(_rows(ollama=by_tokens))
    assert f"report exactly {max(by_tokens):,} input tokens" in warning
    assert "--repeat 2" in warning


@pytest.mark.parametrize("by_tokens", [{1433: 300}, {2048: 2}, {2048: 1, 1900: 40}, {2000: 9, 4096: 3}, {512: 50}, {}])
def test_other_counts_do_not_warn(by_tokens):
    """Equal prompts below a limit, few at it, or very few replies give no warning."""
    assert list_context_limit_warnings(_rows(fine=by_tokens)) == []


def test_only_selected_runs_are_named():
    """After a run only its own warning is printed."""
    assert len(list_context_limit_warnings(_rows(a={2048: 5}, b={4096: 5}), ["b"])) == 1
    assert len(list_context_limit_warnings(_rows(a={2048: 5}, b={4096: 5}))) == 2
