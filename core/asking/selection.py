"""Choosing cases by a short text: `condition=T0,T1;triangle=037`."""

from collections.abc import Mapping

from core.benchmarks.contents import Case, Contents
from core.errors import SelectionError

SHORT = {"side": "side_3d", "angle": "angle_3d"}
"""Other names of factors."""


def names_of(contents: Contents) -> dict[str, str]:
    """Names in a filter, and what they mean: `case_id`, `group_id`, `question`, or a factor that is known before."""
    words = contents.words
    known = [factor.key for factor in contents.factors if factor.origin == "release"]
    return {
        words.case: "case_id",
        words.group: "group_id",
        "case": "case_id",
        "group": "group_id",
        "question": "question",
        **{key: key for key in known},
        **{short: key for short, key in SHORT.items() if key in known},
    }


def select(contents: Contents, text: str) -> list[Case]:
    """The cases that match every part of the text, in order of their ids; all of them if it is empty.

    Semicolons separate the parts, each `name=value,value`: a name of `names_of`, and values of which one has to match.

    Raises:
        SelectionError: a part has another form or an unknown name or value, or no case matches.
    """
    names = names_of(contents)
    chosen = sorted(contents.cases, key=lambda case: case.case_id)
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, listed = (piece.strip() for piece in part.partition("="))
        values = {value.strip() for value in listed.split(",") if value.strip()}
        if name not in names or not equals or not values:
            raise SelectionError(f"{part!r} is not a valid filter. Write name=value,value; names: {', '.join(names)}.")
        levels = {case.case_id: _values(case, names[name]) for case in chosen}
        known = {level for of_case in levels.values() for level in of_case}
        values = {_as_known(value, known) for value in values}
        if unknown := sorted(values - known):
            shown = ", ".join(sorted(known)[:12]) + (", ..." if len(known) > 12 else "")
            word = contents.words.case
            raise SelectionError(f"{name}={','.join(unknown)} matches no remaining {word}. Choose from {shown}.")
        chosen = [case for case in chosen if levels[case.case_id] & values]
    return chosen


def _values(case: Case, name: str) -> set[str]:
    if name == "question":
        return {asked.question_id for asked in case.asks}
    own: Mapping[str, str] = {"case_id": case.case_id, "group_id": case.group_id, **case.factors}
    return {own[name]} if name in own else set()


def _as_known(value: str, known: set[str]) -> str:
    """The value, or the id that it is without the zeros before it: 37 for 037."""
    if value in known or not value.isdigit():
        return value
    return next((name for name in known if name.isdigit() and int(name) == int(value)), value)
