"""Request to a second model to extract answers from a reply, and the parser of its strict JSON response.

The extractor sees text that an untrusted model wrote, so its response may only name an option, a value that the
question admits, or `none`. Anything else is `invalid`.
"""

import json
import re
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.protocol import Benchmark
from core.parsing.choice.shuffled_options import restore_option_order
from core.parsing.reasoning import extract_final_text
from core.records import Answer, Question, Value
from core.scoring.answer_codes import LETTERS

ExtractionStatus = Literal["read", "none", "invalid"]
"""`read`: a value; `none`: the extractor finds no answer in the reply; `invalid`: a response that is not allowed."""

NONE = "none"
ANSWER_KEY = "answer"
MAX_NAME_CHARACTERS = 100
_FENCE = re.compile(r"\A```(?:json)?[ \t]*\n(?P<body>.*)\n```\Z", re.DOTALL | re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ExtractionField:
    """One key of the JSON object that the extractor returns.

    Attributes:
        key: the question's own key, or `answer` if there is one field only.
        options: texts of a choice in the order in which the model saw them; empty for others.
    """

    key: str
    question: Question
    options: tuple[str, ...] = ()

    @property
    def words(self) -> Sequence[str]:
        """Letters or classes that are allowed; empty for numbers and names."""
        if self.question.kind == "choice":
            return LETTERS[: len(self.options)]
        return self.question.options if self.question.kind == "class" else ()

    @property
    def form(self) -> str:
        """Description of the allowed values."""
        if self.words:
            return f"one of {', '.join(self.words)}; or {NONE}"
        if self.question.kind == "name":
            return f"the name as the reply states it ({self.question.asks}); or {NONE}"
        unit = " in degrees" if self.question.unit == "deg" else ""
        return f"a number{unit} ({self.question.asks}); or {NONE}"


@dataclass(frozen=True, slots=True)
class ExtractedAnswer:
    """Answer to one question, as the extractor read it.

    Attributes:
        value: None unless the status is `read`; a letter refers to the case's own order of options.
        reason: why the status is `invalid`.
    """

    question_id: str
    status: ExtractionStatus
    value: Value | None = None
    reason: str | None = None


def build_extraction_fields(
    case: Case, questions: Mapping[str, Question], seen_options: Sequence[str] | None = None
) -> tuple[ExtractionField, ...]:
    """Return the fields to extract from a reply to a case: its questions, or only the name if it answers the others.

    Args:
        case: the case that was asked.
        questions: of the benchmark, by id.
        seen_options: texts in the order in which the model saw them; the case's own order by default.
    """
    asked = [(case_question, questions[case_question.question_id]) for case_question in case.asks]
    named = [(one, question) for one, question in asked if question.kind == "name"]
    wanted = named[:1] or asked
    return tuple(
        ExtractionField(
            ANSWER_KEY if len(wanted) == 1 else question.key,
            question,
            _get_options(one, seen_options) if question.kind == "choice" else (),
        )
        for one, question in wanted
    )


def _get_options(question: CaseQuestion, seen_options: Sequence[str] | None) -> tuple[str, ...]:
    return tuple(seen_options) if seen_options else question.options


def read_extraction(
    raw: str | None,
    case: Case,
    benchmark: Benchmark,
    questions: Mapping[str, Question],
    seen_options: Sequence[str] | None = None,
) -> list[ExtractedAnswer]:
    """Return the extractor's answer to every question of a case, in the case's order. Never raises.

    Args:
        raw: the extractor's response.
        case: the case that the reply answers.
        benchmark: parses the names.
        questions: of the benchmark, by id.
        seen_options: as for `build_extraction_fields`.
    """
    fields = build_extraction_fields(case, questions, seen_options)
    values = _load_object(raw, [field.key for field in fields])
    if isinstance(values, str):
        return [ExtractedAnswer(case_question.question_id, "invalid", reason=values) for case_question in case.asks]
    own_options = {case_question.question_id: case_question.options for case_question in case.asks}
    if fields[0].question.kind == "name":
        return _read_name(values[fields[0].key], case, benchmark)
    answers = [_read_value(field, values[field.key]) for field in fields]
    if not seen_options:
        return answers
    return [_restore_option_order(answer, seen_options, own_options[answer.question_id]) for answer in answers]


def _load_object(raw: str | None, keys: Sequence[str]) -> dict[str, object] | str:
    """Return the object with exactly these keys, or the reason why the text is not such an object."""
    text = extract_final_text(raw or "").text.strip()
    if fenced := _FENCE.match(text):
        text = fenced["body"].strip()
    try:
        pairs = json.loads(text, object_pairs_hook=_Pairs, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return "the extractor's reply is not one JSON object"
    if not isinstance(pairs, _Pairs):
        return "the extractor's reply is not one JSON object"
    if sorted(key for key, _ in pairs) != sorted(keys):
        return f"the extractor's object needs the keys {', '.join(keys)}, each once, and no others"
    return dict(pairs)


class _Pairs(list[tuple[str, object]]):
    """A JSON object as a list of pairs, so that duplicate keys are detected."""


def _refuse_constant(name: str) -> float:
    raise ValueError(f"{name} is not JSON")


def _read_value(field: ExtractionField, value: object) -> ExtractedAnswer:
    question = field.question
    if isinstance(value, str) and value.strip().casefold() == NONE and NONE not in field.words:
        return ExtractedAnswer(question.question_id, "none")
    if field.words:
        same = [word for word in field.words if isinstance(value, str) and word.casefold() == value.strip().casefold()]
        if len(same) == 1:
            return ExtractedAnswer(question.question_id, "read", same[0])
    elif (number := _parse_finite_number(value)) is not None and question.is_valid_value(number):
        return ExtractedAnswer(question.question_id, "read", number)
    return ExtractedAnswer(
        question.question_id, "invalid", reason=f"{field.key} is {json.dumps(value)[:60]}; allowed is {field.form}"
    )


def _parse_finite_number(value: object) -> float | None:
    """Return a number from a JSON object; None if it is something else, or too large for a float."""
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= sys.float_info.max:
        return None
    return float(value)


def _read_name(value: object, case: Case, benchmark: Benchmark) -> list[ExtractedAnswer]:
    """Return the answers that follow from a name, parsed with the benchmark's own vocabulary of names."""
    if not isinstance(value, str) or not value.strip() or len(value) > MAX_NAME_CHARACTERS:
        reason = f"{ANSWER_KEY} is {json.dumps(value)[:60]}; allowed is a name; or {NONE}"
        return [ExtractedAnswer(case_question.question_id, "invalid", reason=reason) for case_question in case.asks]
    if value.strip().casefold() == NONE:
        return [ExtractedAnswer(case_question.question_id, "none") for case_question in case.asks]
    read = benchmark.read_reply(value.strip(), case)
    return [_convert_answer(read[case_question.question_id]) for case_question in case.asks]


def _convert_answer(answer: Answer) -> ExtractedAnswer:
    if answer.status == "ok":
        return ExtractedAnswer(answer.question_id, "read", answer.value)
    return ExtractedAnswer(answer.question_id, "invalid", reason=answer.reason)


def _restore_option_order(answer: ExtractedAnswer, seen: Sequence[str], own: Sequence[str]) -> ExtractedAnswer:
    if answer.status != "read" or not own:
        return answer
    moved = restore_option_order(Answer(answer.question_id, "ok", answer.value), seen, own)
    if moved.status != "ok":
        return ExtractedAnswer(answer.question_id, "invalid", reason=moved.reason)
    return replace(answer, value=moved.value)
