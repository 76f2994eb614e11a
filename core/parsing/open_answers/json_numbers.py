"""The number in a JSON object of a reply, with the unit that its key or another member states."""

import re

from core.parsing.json_answer import ANSWER_KEYS, PROBABILITY_KEYS, JsonObject, iterate_objects, normalize_key
from core.parsing.open_answers.units import parse_unit

MAX_VALUE = 40
"""Maximum number of characters of a text that is a number with a unit."""

_ASIDE = re.compile(
    r"confiden|probab|certain|likelihood|error|std|toleranc|reason|explan|rational|comment|step|index|frame|version"
    r"|timestamp"
)
_NUMBER = re.compile(
    r"\s*(?:about|approximately|approx\.?|roughly|around|[~≈])?\s*[-+]?[\d.,]*\d[\d.,]*\s?\D{0,20}", re.I
)
_WORD = re.compile(r"[A-Z]?[a-z]+[²³]?|[A-Z]+(?![a-z])|[^\W_]+|°|%")


def find_json_number(text: str) -> str:
    """Return the number that the JSON objects of a reply state, with its unit; empty if there is none or several.

    A member with an answer key counts, of several objects the last. Without one, the only number counts that is neither
    a confidence nor the like.
    """
    answers: list[str] = []
    unnamed: list[str] = []
    for content, _, _ in iterate_objects(text):
        number, is_answer = _read_object(content)
        if number:
            (answers if is_answer else unnamed).append(number)
    return answers[-1] if answers else unnamed[0] if len(set(unnamed)) == 1 else ""


def _read_object(content: JsonObject) -> tuple[str, bool]:
    """Return the number of an object, and whether an answer key states it."""
    members = {str(key): value for key, value in content.items()}
    key_by_name = {normalize_key(key): key for key in members}
    key = next((key_by_name[name] for name in ANSWER_KEYS if name in key_by_name), None)
    if key is not None and isinstance(inner := members[key], dict):
        return _read_object(inner)[0], True
    if key is not None:
        return _format_member(key, members[key], members), True
    inner_objects = [value for value in members.values() if isinstance(value, dict)]
    numbers = [
        number
        for key, value in members.items()
        if normalize_key(key) not in PROBABILITY_KEYS and not _ASIDE.search(normalize_key(key))
        if (number := _format_member(key, value, members))
    ]
    if not numbers and len(inner_objects) == 1:
        return _read_object(inner_objects[0])
    return (numbers[0] if len(numbers) == 1 else ""), False


def _format_member(key: str, value: object, members: JsonObject) -> str:
    """Return a member's number with its unit; empty if the value is not a number."""
    if isinstance(value, bool) or not isinstance(value, int | float | str):
        return ""
    text = str(value)
    if isinstance(value, str) and (len(text) > MAX_VALUE or not _NUMBER.fullmatch(text)):
        return ""
    if re.search(r"[^\W\d]|°|%|\"|'", text):
        return text
    return f"{text} {_find_unit(key, members)}".strip()


def _find_unit(key: str, members: JsonObject) -> str:
    """Return the unit that another member states, or the last word of the key, as in `distance_cm`."""
    stated = next((value for name, value in members.items() if re.fullmatch(r"\w*units?", normalize_key(name))), None)
    if isinstance(stated, str) and parse_unit(stated) is not None:
        return stated
    words = _WORD.findall(key)
    return words[-1] if len(words) > 1 and parse_unit(words[-1]) is not None else ""
