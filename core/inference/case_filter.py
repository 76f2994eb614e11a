"""Selection of cases by a short text such as `condition=T0,T1;triangle=037` or `cohort=NAME`."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from core.benchmarks.cases import Case
from core.benchmarks.data import BenchmarkData
from core.errors import SelectionError

COHORT = "cohort"
"""Name in a filter that selects by a team's cohorts, unless the benchmark has a factor of this name."""

LoadCohorts = Callable[[], Mapping[str, Sequence[str]]]
"""Loads the case ids of each cohort, by its name."""


def map_filter_names(contents: BenchmarkData) -> dict[str, str]:
    """Map the names in a filter to `case_id`, `group_id`, `question`, or a factor that is part of the release.

    A name is a key or one of the benchmark's words; the titles of `map_factor_titles` are accepted too.
    """
    words = contents.words
    factor_keys = [factor.key for factor in contents.factors if factor.origin == "release"]
    return {
        words.case: "case_id",
        words.group: "group_id",
        "case": "case_id",
        "group": "group_id",
        "question": "question",
        **{name: key for name, key in contents.other_names.items() if key in ("question", *factor_keys)},
        **{key: key for key in factor_keys},
    }


def map_factor_titles(contents: BenchmarkData) -> dict[str, str]:
    """Map the titles of the factors that are part of the release to their keys."""
    return {factor.title: factor.key for factor in contents.factors if factor.origin == "release"}


def select(contents: BenchmarkData, text: str, load_cohorts: LoadCohorts = dict) -> list[Case]:
    """Return the cases that match every part of the text, sorted by id; all cases if the text is empty.

    Semicolons separate the parts. Each has the form `name=value,value`: a name of `map_filter_names` or a title, and
    values of which one must match. Case does not matter, and a question may be given by its title. The name `cohort`
    takes names of cohorts.

    Args:
        contents: the benchmark.
        text: the filter.
        load_cohorts: called only if the text names a cohort.

    Raises:
        SelectionError: a part has another form or an unknown name, value or cohort, or no case matches.
    """
    names = {_fold_name(name): key for name, key in (map_factor_titles(contents) | map_filter_names(contents)).items()}
    questions = {_fold_name(question.title): question.question_id for question in contents.questions}
    cases = sorted(contents.cases, key=lambda case: case.case_id)
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, listed = (piece.strip() for piece in part.partition("="))
        values = {value.strip() for value in listed.split(",") if value.strip()}
        key = names.get(_fold_name(name))
        if key is None and _fold_name(name) == COHORT and values:
            cases = _select_cohorts(cases, values, load_cohorts(), contents.words.case)
            continue
        if key is None or not equals or not values:
            raise SelectionError(
                f"{part!r} is not a valid filter. Write name=value,value; names: {_format_names(contents)}."
            )
        levels = {case.case_id: _list_values(case, key) for case in cases}
        present_levels = {level for of_case in levels.values() for level in of_case}
        values = {_resolve_value(value, present_levels, questions if key == "question" else {}) for value in values}
        if unknown := sorted(values - present_levels):
            shown = ", ".join(sorted(present_levels)[:12]) + (", ..." if len(present_levels) > 12 else "")
            word = contents.words.case
            raise SelectionError(f"{name}={','.join(unknown)} matches no remaining {word}. Choose from {shown}.")
        cases = [case for case in cases if levels[case.case_id] & values]
    return cases


def _select_cohorts(
    cases: Sequence[Case], names: Iterable[str], cohorts: Mapping[str, Sequence[str]], word: str
) -> list[Case]:
    folded = {_fold_name(name): case_ids for name, case_ids in cohorts.items()}
    if unknown := sorted(name for name in names if _fold_name(name) not in folded):
        choice = f"Choose from {', '.join(sorted(cohorts))}." if cohorts else "Save one on the page Cases."
        raise SelectionError(f"The cohort {unknown[0]!r} does not exist. {choice}")
    selected_ids = {case_id for name in names for case_id in folded[_fold_name(name)]}
    matching = [case for case in cases if case.case_id in selected_ids]
    if not matching:
        raise SelectionError(f"cohort={','.join(sorted(names))} matches no remaining {word}.")
    return matching


def _format_names(contents: BenchmarkData) -> str:
    """List the names, each followed by its title in brackets if the title adds information."""
    titles = {key: title for title, key in map_factor_titles(contents).items()}
    shown = {name: titles.get(key, "") if name == key else "" for name, key in map_filter_names(contents).items()}
    says_more = {name: title for name, title in shown.items() if _fold_name(title) not in ("", _fold_name(name))}
    return ", ".join([*(f"{name} ({says_more[name]})" if name in says_more else name for name in shown), COHORT])


def _fold_name(name: str) -> str:
    return name.casefold().replace("_", " ")


def _list_values(case: Case, name: str) -> set[str]:
    if name == "question":
        return {case_question.question_id for case_question in case.asks}
    own: Mapping[str, str] = {"case_id": case.case_id, "group_id": case.group_id, **case.factors}
    return {own[name]} if name in own else set()


def _resolve_value(value: str, levels: Iterable[str], titles: Mapping[str, str]) -> str:
    """Return the known value that the text means: it may be a title, differ in case, or lack leading zeros."""
    if value in levels:
        return value
    if value.isdigit():
        return next((name for name in levels if name.isdigit() and int(name) == int(value)), value)
    folded = _fold_name(value)
    return titles.get(folded) or next((name for name in levels if _fold_name(name) == folded), value)
