"""Controls of a page, bound to the URL: one option among a few, and several among many."""

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from itertools import islice
from typing import Any, Literal, TypeVar

import streamlit as st

from core.analyses.case_search import MAX_TYPED, index_cases, match_ids
from core.formatting import escape_markdown
from dashboard.components.trip import HERE, NavigationRequest, send_navigation
from dashboard.runtime.session_state import ElementKey, as_text
from dashboard.runtime.state_keys import common as keys
from dashboard.selection.link_warnings import warn_unknown_values

Name = TypeVar("Name", bound=str)
Key = TypeVar("Key", bound=Hashable)

MANY = 40
"""Number of options above which a list has a search and holds only some of them."""

FOUND = 20
"""Maximum number of options that a search finds, and that a long list holds without a search."""


def choose_segment(
    label: str,
    options: Mapping[Name, str],
    key: ElementKey,
    *,
    explanation: str | None = None,
    label_visibility: Literal["visible", "collapsed"] = "visible",
) -> Name:
    """Show a row of buttons and return the chosen option, by default the first one.

    Args:
        label: of the row.
        options: labels by option, as plain text.
        key: of the widget, and in the URL.
        explanation: shown when the user hovers over the question mark.
        label_visibility: whether the label is visible, or only available to screen readers.
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


def choose_number(label: str, low: int, high: int, value: int, key: ElementKey, **settings: Any) -> int:  # noqa: ANN401 - Streamlit's
    """Show a field for a whole number and return it; a link with an infinite number gives the default.

    Args:
        label: of the field.
        low: the smallest number.
        high: the largest number.
        value: the default.
        key: of the widget, and in the URL.
        settings: further arguments of `st.number_input`.
    """
    _correct_infinite_number(key, [str(value)])
    return int(st.number_input(label, low, high, value, key=key, bind="query-params", **settings))


def choose_percentage(label: str, key: ElementKey, placeholder: str) -> float | None:
    """Show an empty field for a percentage and return it; None until one is given.

    Args:
        label: of the field.
        key: of the widget, and in the URL.
        placeholder: shown in the empty field.
    """
    _correct_infinite_number(key, [])
    return st.number_input(
        label, 0.0, 100.0, None, 0.1, "%.2f", key=key, bind="query-params", placeholder=placeholder, width=300
    )


def _correct_infinite_number(key: str, values: list[str]) -> None:
    """Open the page with these values in the link if its number is infinite, which Streamlit cannot show."""
    try:
        is_finite = math.isfinite(float(st.query_params.get(key, "0")))
    except ValueError:
        is_finite = True  # Streamlit itself ignores what is not a number
    if not is_finite:
        send_navigation(NavigationRequest(HERE, {key: values}, list(st.query_params), corrects=True))
        st.stop()


def migrate_renamed_option(key: str, options: Mapping[Key, str], former: Mapping[str, Key]) -> None:
    """Redirect a link that uses a former name of an option to its present name; call it before the option's widget.

    Args:
        key: of the widget, and in the URL.
        options: labels by option.
        former: option by its former name; those that are not offered are ignored.
    """
    titles = options.values()
    present = {name: options[option] for name, option in former.items() if option in options and name not in titles}
    names = st.query_params.get_all(key)
    if not present.keys().isdisjoint(names):
        renamed = [present.get(name, name) for name in names]
        send_navigation(NavigationRequest(HERE, {key: renamed}, list(st.query_params), corrects=True))
        st.stop()


def choose_option(
    label: str,
    options: Mapping[Key, str],
    key: ElementKey,
    *,
    place: int = 0,
    width: int | Literal["stretch"] = "stretch",
    explanation: str | None = None,
) -> Key:
    """Show a list and return the chosen option.

    Args:
        label: of the list.
        options: labels by option; at least one.
        key: of the widget, and in the URL.
        place: index of the default option.
        width: in pixels.
        explanation: shown when the user hovers over the question mark.
    """
    chosen = _choose(label, options, key, index=place, width=width, help=explanation)
    return next(iter(options)) if chosen is None else chosen


def choose_optional(
    label: str,
    options: Mapping[Key, str],
    key: ElementKey,
    placeholder: str,
    *,
    width: int | Literal["stretch"] = "stretch",
) -> Key | None:
    """Show a list without a default and return the chosen option, if any.

    Args:
        label: of the list.
        options: labels by option.
        key: of the widget, and in the URL.
        placeholder: shown while nothing is chosen.
        width: in pixels.
    """
    return _choose(label, options, key, index=None, width=width, placeholder=placeholder)


def list_searchable_options(
    label: str, options: Mapping[Key, str], key: ElementKey, first: Iterable[Key] = ()
) -> list[Key]:
    """Return the options that a list holds: all of a few; of many the first, the chosen and the found ones.

    Shows the search field here, above the list. However many options there are, only these go to the browser.

    Args:
        label: of the list.
        options: labels by option, in display order.
        key: of the list, and in the URL, which may contain any option.
        first: options in order of importance; those of `options` if empty.
    """
    if len(options) <= MANY:
        return list(options)
    written = st.text_input(
        f"Find under {label}",
        key=keys.OPTION_SEARCH.make_key(key),
        placeholder=f"Find among {len(options):,}",
        label_visibility="collapsed",
        max_chars=MAX_TYPED,
        icon=":material/search:",
    )
    typed = as_text(written)
    found = {*st.query_params.get_all(key), *(match_ids(typed, index_cases(options.values()), FOUND) if typed else ())}
    chosen = key.read_unchecked()  # it is only compared with the options
    kept = {*islice(first or options, FOUND), *(chosen if isinstance(chosen, list) else [chosen])}
    return [option for option, name in options.items() if option in kept or name in found]


def choose_or_take_first(options: Mapping[Key, str], *, key: ElementKey, shown: int, which: str) -> list[Key]:
    """Return all of a few options; of many the first ones, until others are chosen from a list.

    Args:
        options: labels by option.
        key: of the widget, and in the URL.
        shown: number of options without a choice.
        which: description of the first ones, such as `the best`.
    """
    if len(options) <= shown:
        return list(options)
    chosen = set(choose_several("Models", options, key, f"{shown} of {len(options):,}, {which}; type to find others"))
    return [option for option in options if option in chosen] if chosen else list(options)[:shown]


def choose_several(
    label: str, options: Mapping[Key, str], key: ElementKey, placeholder: str, *, at_first: Sequence[Key] = ()
) -> list[Key]:
    """Show a list, with a search above it if it is long, and return the chosen options in the order of choice.

    Args:
        label: of the list.
        options: labels by option.
        key: of the widget, and in the URL.
        placeholder: shown while nothing is chosen.
        at_first: the default choice.
    """
    if not key.is_present():
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


def _choose(label: str, options: Mapping[Key, str], key: ElementKey, **settings: Any) -> Key | None:  # noqa: ANN401 - Streamlit's
    """Show the list; unknown values in the URL are reported unless the page itself wrote them."""
    if not key.is_present():
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
