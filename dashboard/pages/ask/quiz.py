"""State of a person's quiz: its photographs, the clock, and the answers given in time; independent of widgets."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from core.inference.human_runs import SECONDS, build_human_reply
from core.records import Reply, Value

GRACE_S = 1.0
"""Seconds that an answer may take to reach the server; one that arrives this late still counts."""


@dataclass(slots=True)
class Quiz:
    """A sequence of photographs, each with a time limit.

    Attributes:
        nickname: empty if nothing is to be saved.
        benchmark_id: the benchmark of the photographs.
        answers: to the current photograph so far, by question.
        replies: to the finished photographs.
        saved: whether the replies were saved, as a sentence; empty until the result is shown.
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
        """Return whether every photograph is finished."""
        return len(self.replies) == len(self.case_ids)

    @property
    def case_id(self) -> str:
        """The current photograph."""
        return self.case_ids[len(self.replies)]

    @property
    def left_s(self) -> float:
        """Seconds left for the current photograph; 0 when the time is up."""
        return max(SECONDS - (self.clock() - self._began_at), 0.0)

    def answer(self, question_id: str, value: Value | None) -> None:
        """Record an answer if it arrives in time; None removes it."""
        if self.is_over or self.clock() - self._began_at > SECONDS + GRACE_S:
            return
        if value is None:
            self.answers.pop(question_id, None)
        else:
            self.answers[question_id] = value

    def advance(self) -> None:
        """Finish the current photograph with the answers so far, and start the time of the next one."""
        if self.is_over:
            return
        latency_s = min(self.clock() - self._began_at, SECONDS)
        self.replies.append(build_human_reply(self.case_id, self.answers, latency_s))
        self.answers = {}
        self._began_at = self.clock()

    def stop(self) -> None:
        """End the quiz with the finished photographs; the current one is discarded."""
        self.case_ids = self.case_ids[: len(self.replies)]
        self.answers = {}

    def advance_if_late(self) -> bool:
        """Advance if the time is up; return whether it was."""
        is_late = not self.is_over and self.left_s <= 0.0
        if is_late:
            self.advance()
        return is_late
