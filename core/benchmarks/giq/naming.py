"""Parser of the solid that a reply names, and the group and the symmetry family that follow from the name.

Source: docs/benchmarks/giq.md, questions. The paper's score is the strict one, by name.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

from core.benchmarks.cases import Case
from core.parsing.deciding_words import DecidingWords
from core.parsing.names.aliases import NameIndex
from core.parsing.names.parser import parse_name
from core.parsing.names.result import NameReading
from core.parsing.names.vocabulary import PRISMATIC_HEADS
from core.parsing.values import MAX_STATED_CHARACTERS
from core.parsing.word_lists import load_word_table
from core.polyhedra.aliases import load_accepted_names, map_dual_ids
from core.polyhedra.catalogue import FAMILIES, GROUPS, get_catalogue_entry, load_catalogue
from core.records import UNLISTED_NAME, Answer, Question

NAME, GROUP, FAMILY = "name", "group", "family"
THREE = "name_of_three"
"""The name again, for a solid shown in three images."""

ASKED = "What is the name of this polyhedron?"
"""Source: GIQ, zero-shot classification."""

ASKED_OF_THREE = f"The three pictures show the same polyhedron from different sides. {ASKED}"
"""Our own wording; the paper states only that three views are provided."""

NO_GROUP = "none of these"
"""Group and family of a solid outside the listed ones, such as a prism or a sphere."""


def build_questions() -> tuple[Question, ...]:
    """Return the questions that a reply to a naming case answers, the strict one first."""
    return (
        Question(NAME, NAME, "Name", "the name of the polyhedron", "name", options=_list_name_options()),
        Question(
            GROUP, GROUP, "Group named", "the group of the named polyhedron", "class", options=(*GROUPS, NO_GROUP)
        ),
        Question(
            FAMILY,
            FAMILY,
            "Family named",
            "the symmetry of the named polyhedron",
            "class",
            options=(*FAMILIES, NO_GROUP),
        ),
    )


def build_multi_view_question() -> Question:
    """Return the only question that a reply to a case with three images answers, the strict one."""
    title = "Name from three images"
    return Question(THREE, THREE, title, "the name of the polyhedron", "name", options=_list_name_options())


def _list_name_options() -> tuple[str, ...]:
    return (*map_names_by_id().values(), UNLISTED_NAME)


@lru_cache(maxsize=1)
def map_names_by_id() -> Mapping[str, str]:
    """Return the usual name of every solid, by its id."""
    return {shape_id: entry.name for shape_id, entry in load_catalogue().items()}


@lru_cache(maxsize=1)
def build_name_book() -> NameIndex:
    """Return an index of all accepted names and of the words for groups."""
    return NameIndex.build(
        load_accepted_names(), load_word_table("groups_of_solids"), map_dual_ids(), {"johnson": "J", "wenninger": "W"}
    )


def parse_name_reply(raw: str | None, case: Case) -> Mapping[str, Answer]:
    """Return the answers of a reply to a naming case: three, or only the name for a case with three images.

    A name that two solids share is read as the solid that is shown, if it is one of them, and flagged.
    """
    answers = _parse_answers(raw, case)
    of_three = any(case_question.question_id == THREE for case_question in case.asks)
    return {THREE: replace(answers[NAME], question_id=THREE)} if of_three else answers


def find_name_words(raw: str, case: Case) -> tuple[DecidingWords, ...]:
    """Return the words from which the name in a reply was read; empty if no name was read."""
    reading = parse_name(raw, build_name_book())
    if reading.span is None or not reading.is_read:
        return ()
    of_three = any(case_question.question_id == THREE for case_question in case.asks)
    return (DecidingWords(THREE if of_three else NAME, *reading.span, reading.evidence),)


def _parse_answers(raw: str | None, case: Case) -> Mapping[str, Answer]:
    """Return all three answers of a reply, regardless of the questions of its case."""
    if raw is None or not raw.strip():
        return {asked: Answer(asked, "missing", reason="the reply is empty") for asked in (NAME, GROUP, FAMILY)}
    reading = parse_name(raw, build_name_book())
    if reading.outside:
        return _build_unlisted_answers(reading)
    if not reading.meanings:
        return _build_unnamed_answers(reading)
    is_shown = case.group_id in reading.meanings
    entry = get_catalogue_entry(case.group_id if is_shown else reading.meanings[0])
    notes = [reading.note] if reading.note else []
    if len(reading.meanings) > 1:
        others = [get_catalogue_entry(meaning).name for meaning in reading.meanings if meaning != entry.shape_id]
        notes.append(f"ambiguous: also a name of the {', '.join(others)}")
    note, stated = "; ".join(notes) or None, reading.stated[:MAX_STATED_CHARACTERS]
    values = {NAME: entry.name, GROUP: entry.group, FAMILY: entry.family}
    return {asked: Answer(asked, "ok", value, stated, note=note) for asked, value in values.items()}


def _build_unlisted_answers(reading: NameReading) -> dict[str, Answer]:
    """Return the answers of a reply that names an unlisted solid; they are readable, but never right."""
    family = "prismatic" if reading.outside.split()[-1] in PRISMATIC_HEADS else NO_GROUP
    values = {NAME: reading.outside[:MAX_STATED_CHARACTERS], GROUP: NO_GROUP, FAMILY: family}
    stated = reading.stated[:MAX_STATED_CHARACTERS]
    return {asked: Answer(asked, "ok", value, stated, note=reading.note or None) for asked, value in values.items()}


def _build_unnamed_answers(reading: NameReading) -> dict[str, Answer]:
    found = {asked: Answer(asked, "unparsed", reason=reading.reason) for asked in (NAME, GROUP, FAMILY)}
    if reading.wider:
        found[GROUP] = Answer(GROUP, "ok", reading.wider, reading.wider, note="only the group is named")
    return found
