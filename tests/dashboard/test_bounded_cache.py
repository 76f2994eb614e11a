"""Tests of shared caches: computed once, bounded in entries and in bytes."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import plotly.graph_objects as go
import pytest
import streamlit as st

from dashboard.runtime.bounded_cache import cache_with_limits, estimate_bytes

CALLS = []


@cache_with_limits(max_entries=3, max_mb=100)
def few(name):
    """Return a small value; count the calls."""
    CALLS.append(name)
    return name.upper()


@cache_with_limits(max_entries=100, max_mb=1)
def heavy(name):
    """Return half a megabyte; count the calls."""
    CALLS.append(name)
    return np.zeros(2**16)


@dataclass(frozen=True)
class Record:
    """A record that contains a frame."""

    name: str
    frame: pd.DataFrame


@pytest.fixture(autouse=True)
def _counted_anew():
    CALLS.clear()


def test_equal_arguments_are_computed_once():
    """The same argument is computed once; two functions do not share their results."""
    assert [few("a"), few("a"), few("b")] == ["A", "A", "B"]
    assert heavy("a").nbytes == 2**19
    assert CALLS == ["a", "b", "a"]


def test_entries_are_bounded():
    """The oldest result is dropped if there are too many."""
    for name in ("p", "q", "r", "s", "p"):
        few(name)
    assert CALLS == ["p", "q", "r", "s", "p"]


def test_bytes_are_bounded():
    """Beyond its size in megabytes a cache drops its oldest results; the newest ones stay."""

    @cache_with_limits(max_entries=100, max_mb=1.2)
    def of_test(name):
        CALLS.append(name)
        return np.zeros(2**16)

    for number in (*range(10), 9, 8, 0, 9):
        of_test(number)
    assert [*range(10), 0] == CALLS


def test_a_result_beyond_the_limit_is_kept_until_the_next():
    """A result larger than the whole cache is computed once as long as no other is requested."""

    @cache_with_limits(max_entries=100, max_mb=0.1)
    def of_test(name):
        CALLS.append(name)
        return np.zeros(2**16)

    for name in ("a", "a", "b", "a"):
        of_test(name)
    assert CALLS == ["a", "b", "a"]


def test_a_result_that_was_computed_again_is_kept():
    """Results that Streamlit dropped no longer count, so that dropping old ones never drops the same one of today."""

    @cache_with_limits(max_entries=100, max_mb=1.2)
    def of_test(name):
        CALLS.append(name)
        return np.zeros(2**16)

    of_test("a")
    of_test("b")
    st.cache_resource.clear()
    for name in ("a", "b", "a", "b"):
        of_test(name)
    assert CALLS == ["a", "b", "a", "b"]


@pytest.mark.parametrize(
    ("value", "least"),
    [
        (np.zeros(1000), 8000),
        (pd.DataFrame({"a": np.zeros(1000), "b": ["text"] * 1000}), 30_000),
        (Record("x" * 500, pd.DataFrame({"a": np.zeros(1000)})), 8500),
        ({"one": [np.zeros(10), (np.zeros(10),)], "two": frozenset(["y" * 300])}, 460),
        (go.Figure(go.Scatter(x=np.arange(5000.0), y=np.arange(5000.0))), 80_000),
        (None, 1),
    ],
)
def test_a_weight_is_that_of_the_parts(value, least):
    """Frames, arrays, records, collections and figures weigh at least as much as their numbers and texts."""
    assert least <= estimate_bytes(value) < 3 * least + 2000
