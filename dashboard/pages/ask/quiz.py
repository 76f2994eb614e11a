"""A person's sitting: which photographs, the clock, and what was answered in time. Knows no widgets."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from core.inference.human_runs import SECONDS, build_human_reply
from core.records import Reply, Value

GRACE_S = 1.0
"""How long an answer may take to reach the server: one that arrives this late still counts."""


@dataclass(slots=True)
class Quiz:
    """Photographs one after the other, each with its time.

    Attributes:
        nickname: empty if nothing is to be saved.
        benchmark_id: whose photographs.
        answers: given to the present photograph so far, by question.
        replies: to the photographs that are done.
        saved: whether the replies were saved, in a sentence; empty until the result is shown.
    """

    case_ids: list[str]
    nickname: str = ""
    benchmark_id: str = ""
    clock: Callable[[], float] = time.monotonic
    answers: dict[str, Value] = field(default_factory=dict)
    replies: list[Reply] = field(default_factory=list)
    saved: str = ""
    _began_at: float = 0.0

    def __post_init__(self) -> None:
        self._began_at = self.clock()

    @property
    def is_over(self) -> bool:
        """Whether every photograph is done."""
        return len(self.replies) == len(self.case_ids)

    @property
    def case_id(self) -> str:
        """The photograph that is shown."""
        return self.case_ids[len(self.replies)]

    @property
    def left_s(self) -> float:
        """Seconds left for it, 0 when the time is up."""
        return max(SECONDS - (self.clock() - self._began_at), 0.0)

    def answer(self, question_id: str, value: Value | None) -> None:
        """Takes an answer if it comes in time; None takes it back."""
        if self.is_over or self.clock() - self._began_at > SECONDS + GRACE_S:
            return
        if value is None:
            self.answers.pop(question_id, None)
        else:
            self.answers[question_id] = value

    def advance(self) -> None:
        """Closes the present photograph with what was answered, and begins the next one's time."""
        if self.is_over:
            return
        latency_s = min(self.clock() - self._began_at, SECONDS)
        self.replies.append(build_human_reply(self.case_id, self.answers, latency_s))
        self.answers = {}
        self._began_at = self.clock()

    def stop(self) -> None:
        """Ends the sitting with the photographs that are done; the present one is not."""
        self.case_ids = self.case_ids[: len(self.replies)]
        self.answers = {}

    def advance_if_late(self) -> bool:
        """Does the same if the time is up; returns whether it was."""
        is_late = not self.is_over and self.left_s <= 0.0
        if is_late:
            self.advance()
        return is_late
