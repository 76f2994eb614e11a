"""The stretch of a reply that states an open answer: after its reasoning, in JSON, in a box or after "Answer:"."""

import re
from dataclasses import dataclass

from core.parsing.answer_phrases import find_announcements
from core.parsing.json_answer import find_json_answer
from core.parsing.plain_text import simplify
from core.parsing.reasoning import extract_final_text

MAX_CHARACTERS = 20_000
"""Maximum length of a final text that is read; of a longer one only the end is."""

MAX_STATED = 200
"""Maximum number of characters of a stated value that is kept."""

MAX_BRACED = 1_000
"""Maximum number of characters of an answer in braces."""

_CLOSING = re.compile(r"</\s*\w{1,20}\s*>|<\|end_of_box\|>|\]\]|\}\s*\$*\s*\Z")


@dataclass(frozen=True, slots=True)
class AnswerText:
    """Text of a reply without its reasoning, and the part that states the answer.

    Attributes:
        text: the whole final text.
        stated: the value of an answer key in JSON, or what follows the last announcement; empty without either.
    """

    text: str
    stated: str = ""


def find_answer_text(raw: str | None) -> AnswerText | None:
    """Return the final text of a reply and its stated part; None if nothing is left to read."""
    text = simplify(extract_final_text(raw or "").text[-MAX_CHARACTERS:]).strip()
    if not text:
        return None
    if (answer := find_json_answer(text)) is not None and answer.value:
        return AnswerText(text, ", ".join(answer.value).strip())
    announcements = find_announcements(text)
    boxed = [answer for answer in announcements if answer.kind in ("box", "tag")]
    last = (boxed or announcements)[-1:]
    if last and (braced := _extract_braced(text, last[0].stop)):
        return AnswerText(text, braced)
    stated = _CLOSING.split(text[last[0].stop :].lstrip("{ \n:*_"))[0].strip() if last else ""
    return AnswerText(text, stated)


def _extract_braced(text: str, start: int) -> str:
    r"""Return the content of the braces that open at a position, as in `\boxed{...}`; empty if they do not close."""
    if text[start : start + 1] != "{":
        return ""
    depth = 0
    for index in range(start, min(len(text), start + MAX_BRACED)):
        depth += {"{": 1, "}": -1}.get(text[index], 0)
        if depth == 0:
            return text[start + 1 : index].strip()
    return ""
