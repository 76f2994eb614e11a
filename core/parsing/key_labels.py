"""Labels of the six questions: the keys of the prompt in all spellings, and symbols and words used in replies."""

import re

from core.records import TRIANGLE_QUESTIONS, Question

QUOTES = "\"'`“”„‟«»‹›‘’‚「」『』＂＇"
"""Characters that may surround a key or a value."""

KEYS = "|".join(q.key.replace("_", r"[\\_\s-]{0,3}") for q in TRIANGLE_QUESTIONS) + "|q[1-6]"
"""The six keys as a regular expression, with the spellings that are accepted."""

_QUESTION_OF_KEY = {re.sub(r"[^a-z0-9]", "", q.key): q for q in TRIANGLE_QUESTIONS} | {
    q.question_id.lower(): q for q in TRIANGLE_QUESTIONS
}
_QUESTION_NUMBER = re.compile(r"\W{0,4}(?:q(?:uestion)?|answer|a)?[\s_.]{0,2}([1-6])\W{0,3}", re.IGNORECASE)

_ANGLE = r"(?:∠|\\angle\s?|angles?\s)?"
_ANGLE_B = rf"{_ANGLE}(?:ABC|CBA|B)"
_ANGLE_C = rf"{_ANGLE}(?:ACB|BCA|C)"
_MINUS = r"\s?(?:-|−|–|minus)\s?"
_SIDE = r"(?:\s?side)?"
_LONGEST = rf"(?:longest|largest|max(?:imum)?\.?){_SIDE}"
_SHORTEST = rf"(?:shortest|smallest|min(?:imum)?\.?){_SIDE}"
_LARGEST_ANGLE = r"(?:largest|biggest|greatest|max(?:imum)?\.?)(?:\s?angle)?"
_SMALLEST_ANGLE = r"(?:smallest|least|min(?:imum)?\.?)(?:\s?angle)?"

LABELS = {
    "Q1": r"side(?:[_\s-]?class|[_\s-]?classification|s)|(?:type|classification|class)?\s?by\s(?:its\s)?sides?",
    "Q2": r"angle(?:[_\s-]?class|[_\s-]?classification|s)|(?:type|classification|class)?\s?by\s(?:its\s)?angles?",
    "Q3": r"(?:ratio\s(?:of\s)?)?(?:\|?AB\|?\s?(?:/|÷|over|divided\sby)\s?\|?AC\|?|\\[dt]?frac\{\|?AB\|?\}\{\|?AC\|?\})"
    r"(?:\sratio)?|(?:AB\s?(?::|to)\s?AC\sratio)|ratio\s(?:of\s)?AB\s?(?::|to)\s?AC",
    "Q4": rf"(?:\||\\lvert|abs\(){{1}}\s?{_ANGLE_B}{_MINUS}{_ANGLE_C}\s?(?:\||\\rvert|\))"
    r"|(?:absolute\s)?difference\s(?:between|of)\s(?:the\s)?(?:angles?\s)?(?:∠|at\s)?B\sand\s(?:angle\s)?(?:∠|at\s)?C",
    "Q5": rf"(?:ratio\s(?:of\s)?)?(?:the\s)?{_LONGEST}\s?(?:/|÷|over|divided\sby)\s?(?:the\s)?{_SHORTEST}(?:\sratio)?"
    rf"|ratio\s(?:of\s)?(?:the\s)?{_LONGEST}\sto\s(?:the\s)?{_SHORTEST}|longest[\s-]to[\s-]shortest(?:\sside)?(?:\sratio)?"
    rf"|\\[dt]?frac\{{(?:longest|max)\}}\{{(?:shortest|min)\}}",
    "Q6": rf"(?:the\s)?{_LARGEST_ANGLE}{_MINUS}(?:the\s)?{_SMALLEST_ANGLE}"
    r"|(?:the\s)?(?:angle\srange|range\sof\s(?:the\s)?angles)"
    r"|difference\s(?:between|of)\s(?:the\s)?(?:largest|biggest|greatest)\sand\s(?:the\s)?smallest\sangles?",
}
"""Other names for the quantity of each question, as case-insensitive regular expressions."""

LABEL = "|".join(f"(?P<{question_id}>{label})" for question_id, label in LABELS.items())

_LABEL_ALONE = {question_id: re.compile(label, re.IGNORECASE) for question_id, label in LABELS.items()}
_KEY_OF_OBJECT = {
    **dict.fromkeys(("side", "sides", "byside", "bysides"), "Q1"),
    **dict.fromkeys(("angle", "angles", "byangle", "byangles"), "Q2"),
    **dict.fromkeys(("abac", "abtoac", "ratioabac", "abacratio", "aboverac"), "Q3"),
    **dict.fromkeys(("bc", "absbc", "bminusc", "absbminusc", "anglebminusanglec", "absbcdeg"), "Q4"),
    **dict.fromkeys(("maxmin", "longestshortest", "maxovermin", "longestovershortest", "maxminside"), "Q5"),
    **dict.fromkeys(("range", "rangedeg", "maxminusminangle", "anglerange"), "Q6"),
}
"""Short keys of a JSON object that count if at least three of its keys name a question."""

_QUESTIONS = {question.question_id: question for question in TRIANGLE_QUESTIONS}


def find_question_by_key(key: str) -> Question | None:
    """Return the question of a key, also in capitals, in camel case, as Q1 to Q6 or with Q1 to Q6 before it."""
    bare = re.sub(r"[^a-z0-9]", "", key[:80].lower())
    return _QUESTION_OF_KEY.get(bare) or _QUESTION_OF_KEY.get(re.sub(r"^(?:q|question)[1-6]", "", bare))


def find_question_by_label(label: str) -> Question | None:
    """Return the question that a whole label names, by its key or by another name."""
    text = label[:80].replace("\\|", "|").strip().strip("*`_\"'$: ").strip()
    if question := find_question_by_key(text):
        return question
    text = re.sub(r"^Q?[1-6][.:)]?\s+", "", text, flags=re.IGNORECASE)
    if question := find_question_by_key(text):
        return question
    for question_id, pattern in _LABEL_ALONE.items():
        if pattern.fullmatch(text):
            return _QUESTIONS[question_id]
    return None


def find_question_by_short_key(key: str) -> Question | None:
    """Return the question of a key that counts only among other keys of the six, such as "range" or "3"."""
    if question := find_question_by_label(key):
        return question
    if number := _QUESTION_NUMBER.fullmatch(key[:20]):
        return _QUESTIONS[f"Q{number[1]}"]
    question_id = _KEY_OF_OBJECT.get(re.sub(r"[^a-z0-9]", "", key[:40].lower()))
    return _QUESTIONS[question_id] if question_id else None
