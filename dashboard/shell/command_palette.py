"""The command palette: pages, benchmarks, actions, factors, models, cases, cohorts, notes and words; all keys."""

from collections.abc import Mapping, Sequence

import streamlit as st

from core.analyses.case_search import MAX_TYPED, index_cases, match_ids
from core.review.cohorts import name_view_page
from dashboard.components.palette import Command, show_palette
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import BENCHMARK, list_selectable_benchmarks
from dashboard.data.failure_review import load_review
from dashboard.runtime.state_keys import glossary as glossary_keys
from dashboard.runtime.state_keys import shell as keys
from dashboard.selection import filters
from dashboard.selection.filters import list_filter_options
from dashboard.shell import sidebar
from dashboard.widgets import case_jump, navigation
from dashboard.widgets.note_author import load_notes

MAX_OFFERED = 6
"""Maximum number of matches per kind."""

NOTE_CHARACTERS = 60

CLEAR = "clear filters"

_PAGE, _BENCHMARK, _ACTION, _FACTOR, _MODEL, _CASE, _VIEW, _COHORT, _NOTE, _WORD = (
    "Page", "Benchmark", "Action", "Factor", "Model", "Case", "View", "Cohort", "Note", "Word"
)  # fmt: skip


def show(pages: Mapping[str, st.Page], *, is_on_cases: bool) -> None:
    """Show the button in the sidebar, and the list once it is opened.

    Args:
        pages: by title.
        is_on_cases: whether the page that runs is Cases.
    """
    with st.sidebar:
        _show({title: page.url_path for title, page in pages.items()}, is_on_cases=is_on_cases)


@st.fragment
def _show(paths: Mapping[str, str], *, is_on_cases: bool) -> None:
    """Show it in a fragment, so that typing does not run the page again."""
    navigation.perform_navigation()
    typed = keys.TYPED_TEXT.read() or ""

    def choose(kind: str, target: str) -> None:
        _choose(kind, target, is_on_cases=is_on_cases)

    show_palette(
        _list_commands(paths),
        (typed, _find(typed)),
        _list_keys(),
        f"{get_benchmark_info().words.case.capitalize()}, model, page, factor, cohort, view, note or action",
        keys.COMMAND_PALETTE,
        _remember,
        choose,
    )
    if is_on_cases and keys.CASE_IS_OPENED.read():
        keys.CASE_IS_OPENED.forget()
        st.rerun()


def _remember(text: str) -> None:
    keys.TYPED_TEXT.write(text.strip()[:MAX_TYPED])


def _list_commands(paths: Mapping[str, str]) -> list[Command]:
    """List what is few enough to be searched in the browser."""
    info, benchmarks = get_benchmark_info(), list_selectable_benchmarks()
    titles = [(key, entry.title) for key, entry in benchmarks.items() if key != info.benchmark_id]
    return [
        *(Command(_PAGE, path, title) for title, path in paths.items()),
        *(Command(_BENCHMARK, benchmark_id, title) for benchmark_id, title in titles),
        Command(_ACTION, CLEAR, "Clear all filters"),
        *(Command(_FACTOR, key, factor.title, "as rows of Heatmaps") for key, factor in info.factors.items()),
    ]


def _find(typed: str) -> list[Command]:
    """Find models, cases, saved views, cohorts, notes and words of the glossary."""
    if not typed:
        return []
    models = {name: model_id for model_id, name in list_filter_options("model").items()}
    matches = [Command(_MODEL, models[name], name, "its answers") for name in _match(typed, list(models))]
    matches += [Command(_CASE, case_id, case_id) for case_id in case_jump.find_matching_cases(typed, MAX_OFFERED)]
    matches += _find_cohorts(typed)
    notes = [note for note in reversed(load_notes().notes) if note.case_id and typed.casefold() in note.text.casefold()]
    matches += [Command(_NOTE, note.case_id, note.text[:NOTE_CHARACTERS], note.case_id) for note in notes[:MAX_OFFERED]]
    words = _match(typed, [term.word for term in sidebar.list_terms()])
    return matches + [Command(_WORD, word, word, "in the glossary") for word in words]


def _find_cohorts(typed: str) -> list[Command]:
    """Find cohorts by name: their view, if only that was saved, else their cases."""
    cohorts = load_review().cohorts
    names = _match(typed, list(cohorts))
    count = get_benchmark_info().format_case_count
    return [
        Command(_COHORT, name, name, count(len(cohorts[name].case_ids)))
        if cohorts[name].case_ids
        else Command(_VIEW, name, name, name_view_page(cohorts[name].view))
        for name in names
    ]


def _match(typed: str, names: Sequence[str]) -> list[str]:
    return match_ids(typed, index_cases(names), MAX_OFFERED)


def _choose(kind: str, target: str, *, is_on_cases: bool) -> None:
    """Perform the chosen command, as a callback of the component."""
    keys.TYPED_TEXT.forget()
    if kind == _PAGE:
        navigation.open_page(target)
    elif kind == _BENCHMARK:
        navigation.open_page("", {BENCHMARK: [target]}, keeps_filters=False)
    elif kind == _FACTOR:
        navigation.open_page("heatmaps", {"rows": [get_benchmark_info().factors[target].title]})
    elif kind == _MODEL:
        navigation.open_cases(model=[target])
    elif kind == _COHORT:
        navigation.open_cohort(target)
    elif kind == _VIEW:
        navigation.open_view(load_review().cohorts[target].view)
    elif kind == _WORD:
        navigation.open_page("glossary", {glossary_keys.TERM: [target]})
    elif kind == _ACTION:
        filters.clear_all()
    else:
        navigation.open_photograph(target, is_on_cases=is_on_cases)
        keys.CASE_IS_OPENED.write(is_on_cases)


def _list_keys() -> list[tuple[str, str]]:
    """List every key of the dashboard with its effect."""
    words = get_benchmark_info().words
    return [
        ("Ctrl K or /", "search, go to a page, do something"),
        ("?", "this list"),
        ("Esc", f"on a {words.case}: back to the gallery; elsewhere: close what is open"),
        ("← →", f"on a {words.case}: the previous and the next one"),
        ("V", f"on a {words.case}: the next one of the same {words.group}"),
        ("N, P", f"on a {words.case}: write a note, pin it"),
        ("1 to 9", "on Review: choose a cause; on a case with triangles: choose a model"),
        ("U, S, Z, T, N", "on Review: unsure, skip, undo, words, a new cause"),
        ("G, N, L, F", "while presenting: show the truth, write a note, give a label, full screen"),
    ]
