"""Cases of a benchmark: what one message shows and asks, their measures, and sets of cases."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from core.question_types.question_type import AnswerForm


@dataclass(frozen=True, slots=True)
class CaseQuestion:
    """A question that a case asks.

    Attributes:
        options: of a multiple-choice question, in the order of their letters A, B, C ...; empty for other kinds.
        meanings: for each option, the option that means the same for the image that is not mirrored; empty if each
            option means itself.
        form: what the reader of an open answer needs to know; None for other kinds.
    """

    question_id: str
    options: tuple[str, ...] = ()
    meanings: tuple[str, ...] = ()
    form: AnswerForm | None = None

    @property
    def chance(self) -> float | None:
        """Return the score that guessing gives; None if it is not defined."""
        if self.form is not None:
            return self.form.chance
        return 1.0 / len(self.options) if self.options else None


@dataclass(frozen=True, slots=True)
class Case:
    """Content of one message: what is shown and asked.

    Attributes:
        case_id: unique within the benchmark.
        group_id: the unit of independence: a triangle, a figure, a solid, a scene.
        slot: the place of the case in its group.
        text: the wording of the question; None if the prompt states everything.
        images: paths of the files, relative to the benchmark's folder.
        asks: the questions, at least one.
        factors: levels by factor key; a factor without a level is left out.
        numbers: values by measure key.
    """

    case_id: str
    group_id: str
    title: str
    asks: tuple[CaseQuestion, ...]
    slot: str = ""
    text: str | None = None
    images: tuple[Path, ...] = ()
    factors: Mapping[str, str] = field(default_factory=dict)
    numbers: Mapping[str, float] = field(default_factory=dict)

    @property
    def options(self) -> tuple[str, ...]:
        """Return the options that the case offers; none if its questions are open."""
        return next((case_question.options for case_question in self.asks if case_question.options), ())


@dataclass(frozen=True, slots=True)
class CaseMeasure:
    """A number that cases have, such as the tilt of the camera; its key is a column of the scored answers."""

    measure: str
    title: str
    unit: str = ""


@dataclass(frozen=True, slots=True)
class CaseSet:
    """The cases of one set under a protocol."""

    protocol: str
    set_id: str
    case_ids: tuple[str, ...]
