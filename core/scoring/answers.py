"""Answers of a reply, whatever its status, to the questions of its case, and scores of answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.records import Answer, Frame, Question, Reply, Truth, Value
from core.scoring.metrics import compute_score

WHY_MISSING = {
    "refused": "the model refused",
    "filtered": "the provider's content filter held the reply back",
    "empty": "the reply is empty",
    "missing": "there is no reply",
}
"""Statuses of replies that give no answer, whatever their text, and the reason for each."""

CUT_NOTE = "the reply was cut off at its limit"

Read = Callable[[str | None], Mapping[str, Answer]]
"""Parser that returns the answers of a text by question."""


def parse_answers(reply: Reply, question_ids: Sequence[str], read: Read) -> list[Answer]:
    """Return the answers of a reply to the questions of its case, in their order.

    A failed call gives `api_error`. A reply that was refused, filtered, empty or never received gives `missing`, with
    the reason. A truncated reply is parsed like a complete one, because what it states in full is an answer
    (`docs/using/running_models.md`); a value at the very end of it may lack digits and is not read.
    """
    if reply.status == "api_error":
        return [Answer(q, "api_error", reason=reply.error or "the call failed") for q in question_ids]
    if why := WHY_MISSING.get(reply.status):
        reason = f"{why}: {reply.error}" if reply.error else why
        return [Answer(q, "missing", reason=reason) for q in question_ids]
    found = read(reply.raw)
    answers = [found[question_id] for question_id in question_ids]
    return [_mark_cut_answer(answer) for answer in answers] if reply.status == "cut" else answers


def _mark_cut_answer(answer: Answer) -> Answer:
    if answer.ends_reply and answer.status in ("ok", "invalid"):
        return replace(answer, status="unparsed", value=None, reason=f"{CUT_NOTE} inside the value")
    if answer.status == "missing":
        return replace(answer, reason=f"{CUT_NOTE} before it states the answer")
    return replace(answer, note="; ".join(filter(None, (answer.note, CUT_NOTE))))


def score_answer(question: Question, answer: Answer, truth: Value) -> float | None:
    """Return the score of an answer against a truth; None unless the answer is `ok`."""
    if answer.status != "ok" or answer.value is None:
        return None
    return compute_score(question, answer.value, truth)


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """One answer of a reply with the truths and its scores by frame; a score is None unless the answer is `ok`."""

    question: Question
    answer: Answer
    truths: dict[Frame, Value]
    scores: dict[Frame, float | None]

    @property
    def title(self) -> str:
        """Title of the question."""
        return self.question.title


def score_reply(reply: Reply, questions: Sequence[Question], read: Read, truths: Iterable[Truth]) -> list[ScoredAnswer]:
    """Score the answers of a reply per frame against the truths of its case; truths of other cases are ignored."""
    result = []
    own = [truth for truth in truths if truth.case_id == reply.case_id]
    answers = parse_answers(reply, [question.question_id for question in questions], read)
    for question, answer in zip(questions, answers, strict=True):
        values = {truth.frame: truth.value for truth in own if truth.question_id == question.question_id}
        scores = {frame: score_answer(question, answer, value) for frame, value in values.items()}
        result.append(ScoredAnswer(question, answer, values, scores))
    return result
