"""Short texts: equal to one of the accepted answers after normalisation."""

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import ClassVar

from core.parsing.open_answers.answer_text import MAX_STATED
from core.parsing.open_answers.texts import MAX_ANSWER, extract_phrase, normalise_text, read_short_text
from core.question_types.question_type import AnswerForm, QuestionType
from core.records import Answer, Value


class TextType(QuestionType):
    """A short text. A truth is a JSON list of accepted texts; an answer is a normalised text."""

    title: ClassVar[str] = "text"
    prompt: ClassVar[str] = "Answer with a word or a short phrase and nothing else."
    rules: ClassVar[Mapping[str, str]] = {
        "exact": "1 if the answer equals an accepted text, without regard to case, articles and punctuation."
    }

    def parse(self, raw: str | None, form: AnswerForm, question_id: str) -> Answer:
        """Return the short text that a reply states, normalised."""
        del form
        text = read_short_text(raw)
        if text is None:
            if not (raw or "").strip():
                return Answer(question_id, "missing", reason="the reply states nothing")
            reason = f"it states no text of at most {MAX_ANSWER} characters"
            return Answer(question_id, "unparsed", stated=(raw or "")[:MAX_STATED], reason=reason)
        normal = normalise_text(text)
        if not normal:
            return Answer(question_id, "unparsed", stated=text, reason="it has no letters or digits")
        return Answer(question_id, "ok", normal, text)

    def find_problem(self, truth: Value) -> str | None:
        """Return why a value cannot be a truth."""
        accepted = _list_accepted(str(truth))
        return None if accepted and all(accepted) else f"{truth!r} accepts no text"

    def score(self, answer: Value, truth: Value) -> float:
        """Return 1 if the answer is accepted."""
        return float(_list_accepted(str(answer))[0] in _list_variants(str(truth)))

    def write_reply(self, value: Value) -> str:
        """Return the first accepted text."""
        return _list_accepted(str(value))[0]

    def format(self, value: Value) -> str:
        """Return an answer, or the accepted texts of a truth."""
        return " / ".join(_list_accepted(str(value)))


def build_text_truth(accepted: tuple[str, ...]) -> str:
    """Return the truth that accepts these texts."""
    return json.dumps(list(dict.fromkeys(map(normalise_text, accepted))), ensure_ascii=False)


@lru_cache(maxsize=100_000)
def _list_variants(truth: str) -> frozenset[str]:
    """Return the accepted texts, and the answers in those that are sentences, as they are read out of a reply."""
    accepted = _list_accepted(truth)
    return frozenset((*accepted, *(normalise_text(extract_phrase(text)) for text in accepted)))


@lru_cache(maxsize=100_000)
def _list_accepted(value: str) -> tuple[str, ...]:
    """Return the accepted texts of a truth; an answer accepts itself."""
    if value.startswith("["):
        try:
            return tuple(json.loads(value))
        except ValueError:
            pass
    return (value,)
