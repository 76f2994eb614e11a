"""From a reply, whatever became of it, to its six answers, and from an answer to its score."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from core.records import QUESTION_BY_ID, QUESTIONS, Answer, Frame, Reply, Truth, Value
from core.scoring.metrics import kappa
from core.scoring.reading import read_reply

WHY_MISSING = {
    "refused": "the model refused",
    "filtered": "the provider's content filter held the reply back",
    "empty": "the reply is empty",
    "missing": "there is no reply",
}
"""Statuses of replies that state no answer, whatever their text."""

CUT_NOTE = "the reply was cut off at its limit"


def answers_of(reply: Reply) -> list[Answer]:
    """The six answers of a reply, Q1 to Q6.

    A call that failed gives `api_error`; a reply that was refused, filtered, empty or never came gives `missing`, with
    the reason. A cut reply is read like a whole one, since what it states in full it does state; `docs/asking.md`.
    """
    if reply.status == "api_error":
        return [Answer(q.question_id, "api_error", reason=reply.error or "the call failed") for q in QUESTIONS]
    if why := WHY_MISSING.get(reply.status):
        reason = f"{why}: {reply.error}" if reply.error else why
        return [Answer(q.question_id, "missing", reason=reason) for q in QUESTIONS]
    answers = list(read_reply(reply.raw).values())
    return [_from_cut(answer) for answer in answers] if reply.status == "cut" else answers


def _from_cut(answer: Answer) -> Answer:
    if answer.status == "missing":
        return replace(answer, reason=f"{CUT_NOTE} before it states the answer")
    return replace(answer, note="; ".join(filter(None, (answer.note, CUT_NOTE))))


def kappa_of(answer: Answer, truth: Value) -> float | None:
    """The score of an answer against a truth; None unless the answer is `ok`."""
    if answer.status != "ok" or answer.value is None:
        return None
    return kappa(QUESTION_BY_ID[answer.question_id], answer.value, truth)


@dataclass(frozen=True, slots=True)
class JudgedAnswer:
    """One answer of a reply beside the truths; kappa is None unless the answer is `ok`."""

    answer: Answer
    truths: dict[Frame, Value]
    kappas: dict[Frame, float | None]

    @property
    def title(self) -> str:
        """Name of the question."""
        return QUESTION_BY_ID[self.answer.question_id].title


def judged(reply: Reply, truths: Iterable[Truth]) -> list[JudgedAnswer]:
    """The six answers of a reply by frame against the truths of its photograph; those of others do not count."""
    result = []
    own = [truth for truth in truths if truth.photograph_id == reply.photograph_id]
    for answer in answers_of(reply):
        values = {truth.frame: truth.value for truth in own if truth.question_id == answer.question_id}
        kappas = {frame: kappa_of(answer, value) for frame, value in values.items()}
        result.append(JudgedAnswer(answer, values, kappas))
    return result
