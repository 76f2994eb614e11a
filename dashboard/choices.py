"""A choice of one among a few, bound to the address."""

from collections.abc import Mapping
from typing import Literal, TypeVar

import streamlit as st

from dashboard.not_found import say_unknown

Name = TypeVar("Name", bound=str)


def choose_one(
    label: str,
    options: Mapping[Name, str],
    key: str,
    *,
    explanation: str | None = None,
    label_visibility: Literal["visible", "collapsed"] = "visible",
) -> Name:
    """Shows a row of buttons and returns the chosen option, at first the first one.

    Args:
        label: of the row.
        options: what to write, by option.
        key: of the widget, and in the address.
        explanation: shows when the mouse is on the question mark.
        label_visibility: whether the label is shown, or there for screen readers only.
    """
    first = next(iter(options))
    say_unknown(key, label, options.values())
    chosen = st.segmented_control(
        label,
        list(options),
        format_func=lambda option: options.get(option, option),
        default=first,
        required=True,
        key=key,
        bind="query-params",
        help=explanation,
        label_visibility=label_visibility,
    )
    return chosen or first
