"""From a reply, whatever became of it, to the answers that its case asks for, and from an answer to its score."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from core.records import Answer, Frame, Question, Reply, Truth, Value
from core.scoring.metrics import compute_kappa

WHY_MISSING = {
    "refused": "the model refused",
    "filtered": "the provider's content filter held the reply back",
    "empty": "the reply is empty",
    "missing": "there is no reply",
}
"""Statuses of replies that state no answer, whatever their text."""

CUT_NOTE = "the reply was cut off at its limit"

Read = Callable[[str | None], Mapping[str, Answer]]
"""What a text answers, by question."""


def parse_answers(reply: Reply, question_ids: Sequence[str], read: Read) -> list[Answer]:
    """The answers of a reply to the questions of its case, in their order.

    A call that failed gives `api_error`; a reply that was refused, filtered, empty or never came gives `missing`, with
    the reason. A cut reply is read like a whole one, since what it states in full it does state
    (`docs/using/running_models.md`); a value that ends with the reply may lack digits and is not read.
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
    """The score of an answer against a truth; None unless the answer is `ok`."""
    if answer.status != "ok" or answer.value is None:
        return None
    return compute_kappa(question, answer.value, truth)


@dataclass(frozen=True, slots=True)
class ScoredAnswer:
    """One answer of a reply beside the truths, by frame; a score is None unless the answer is `ok`."""

    question: Question
    answer: Answer
    truths: dict[Frame, Value]
    scores: dict[Frame, float | None]

    @property
    def title(self) -> str:
        """Name of the question."""
        return self.question.title


def score_reply(reply: Reply, questions: Sequence[Question], read: Read, truths: Iterable[Truth]) -> list[ScoredAnswer]:
    """The answers of a reply by frame against the truths of its case; those of others do not count."""
    result = []
    own = [truth for truth in truths if truth.case_id == reply.case_id]
    answers = parse_answers(reply, [question.question_id for question in questions], read)
    for question, answer in zip(questions, answers, strict=True):
        values = {truth.frame: truth.value for truth in own if truth.question_id == question.question_id}
        scores = {frame: score_answer(question, answer, value) for frame, value in values.items()}
        result.append(ScoredAnswer(question, answer, values, scores))
    return result
