"""Choices of a page, bound to the address: one among a few, and some among many."""

from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, TypeVar

import streamlit as st

from core.analyses.case_search import MAX_TYPED, index_cases, match_ids
from core.formatting import escape_markdown
from dashboard.components.trip import HERE, NavigationRequest, send_navigation
from dashboard.runtime.session_state import as_text
from dashboard.selection.link_warnings import warn_unknown_values

Name = TypeVar("Name", bound=str)
Key = TypeVar("Key", bound=Hashable)

MANY = 40
"""Options from which on a list has a search and holds only a part of them."""

FOUND = 20
"""Options that a search finds at most, and that stand in a long list before one."""


def choose_segment(
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
        options: what to write, by option, as plain text.
        key: of the widget, and in the address.
        explanation: shows when the mouse is on the question mark.
        label_visibility: whether the label is shown, or there for screen readers only.
    """
    first, names = next(iter(options)), {option: escape_markdown(text) for option, text in options.items()}
    migrate_renamed_option(key, names, {text: option for option, text in options.items()})
    warn_unknown_values(key, label, names.values())
    chosen = st.segmented_control(
        label,
        list(options),
        format_func=lambda option: names.get(option, escape_markdown(option)),
        default=first,
        required=True,
        key=key,
        bind="query-params",
        help=explanation,
        label_visibility=label_visibility,
    )
    return chosen or first


def migrate_renamed_option(key: str, options: Mapping[Key, str], former: Mapping[str, Key]) -> None:
    """Opens a link that calls an option by a former name as the link with its name; before the option's widget.

    Args:
        key: of the widget, and in the address.
        options: what to write, by option.
        former: option by its former name.
    """
    name = st.query_params.get(key, "")
    if name in former and name not in options.values():
        send_navigation(NavigationRequest(HERE, {key: [options[former[name]]]}, list(st.query_params), corrects=True))
        st.stop()


def choose_option(
    label: str,
    options: Mapping[Key, str],
    key: str,
    *,
    place: int = 0,
    width: int | Literal["stretch"] = "stretch",
    explanation: str | None = None,
) -> Key:
    """Shows a list and returns the chosen option.

    Args:
        label: of the list.
        options: what to write, by option; at least one.
        key: of the widget, and in the address.
        place: of the option that is chosen at first.
        width: in pixels.
        explanation: shows when the mouse is on the question mark.
    """
    chosen = _choose(label, options, key, index=place, width=width, help=explanation)
    return next(iter(options)) if chosen is None else chosen


def choose_optional(
    label: str, options: Mapping[Key, str], key: str, placeholder: str, *, width: int | Literal["stretch"] = "stretch"
) -> Key | None:
    """Shows a list from which nothing is chosen at first, and returns what is chosen.

    Args:
        label: of the list.
        options: what to write, by option.
        key: of the widget, and in the address.
        placeholder: stands there while nothing is chosen.
        width: in pixels.
    """
    return _choose(label, options, key, index=None, width=width, placeholder=placeholder)


def list_searchable_options(label: str, options: Mapping[Key, str], key: str, first: Iterable[Key] = ()) -> list[Key]:
    """The options that a list holds: all of a few; of many the first ones, the chosen ones and what a search finds.

    The field of the search stands where this is called, above the list. However many options there are, no more than
    these go to the browser.

    Args:
        label: of the list.
        options: what to write, by option, in the order to show them.
        key: of the list, and in the address, which may ask for any option.
        first: options in the order of their importance; those of `options` where there are none.
    """
    if len(options) <= MANY:
        return list(options)
    written = st.text_input(
        f"Find under {label}",
        key=f"find-{key}",
        placeholder=f"Find among {len(options):,}",
        label_visibility="collapsed",
        max_chars=MAX_TYPED,
        icon=":material/search:",
    )
    typed = as_text(written)
    found = {*st.query_params.get_all(key), *(match_ids(typed, index_cases(options.values()), FOUND) if typed else ())}
    chosen = st.session_state.get(key)  # of any type: it is compared with the options alone
    kept = {*islice(first or options, FOUND), *(chosen if isinstance(chosen, list) else [chosen])}
    return [option for option, name in options.items() if option in kept or name in found]


def choose_or_take_first(options: Mapping[Key, str], *, key: str, shown: int, which: str) -> list[Key]:
    """The first options where there are many, until others are chosen from a list; all where there are few.

    Args:
        options: what to write, by option.
        key: of the widget, and in the address.
        shown: how many there are without a choice.
        which: what the first ones are, as `the best`.
    """
    if len(options) <= shown:
        return list(options)
    chosen = set(choose_several("Models", options, key, f"{shown} of {len(options):,}, {which}; type to find others"))
    return [option for option in options if option in chosen] if chosen else list(options)[:shown]


def choose_several(
    label: str, options: Mapping[Key, str], key: str, placeholder: str, *, at_first: Sequence[Key] = ()
) -> list[Key]:
    """Shows a list, with a search over it where it is long, and returns what is chosen, in the order of the choice.

    Args:
        label: of the list.
        options: what to write, by option.
        key: of the widget, and in the address.
        placeholder: stands there while nothing is chosen.
        at_first: what is chosen until somebody chooses.
    """
    if key not in st.session_state:
        warn_unknown_values(key, label, options.values())
    return st.multiselect(
        label,
        list_searchable_options(label, options, key),
        list(at_first) or None,
        format_func=lambda option: options.get(option, str(option)),
        key=key,
        bind="query-params",
        placeholder=placeholder,
    )


def _choose(label: str, options: Mapping[Key, str], key: str, **settings: Any) -> Key | None:  # noqa: ANN401 - Streamlit's
    """The list; what a link asks for in vain is said, and not what a choice on the page leaves in the address."""
    if key not in st.session_state:
        warn_unknown_values(key, label, options.values())
    chosen: Key | None = st.selectbox(
        label,
        list(options),
        format_func=lambda option: options.get(option, str(option)),
        key=key,
        bind="query-params",
        **settings,
    )
    return chosen
