"""A question about an image, with its truth, its image-plane answer and its margin."""

from dataclasses import dataclass

from core.benchmarks.choice.open_rows import format_open_question
from core.benchmarks.measurements.vocabulary import QUESTIONS
from core.question_types.registry import find_question_type
from core.records import Value


@dataclass(frozen=True, slots=True)
class DrawnQuestion:
    """A question about an image.

    Attributes:
        truth, foil: the right answer, and the one that the image plane suggests; in the form of the question's type.
        margin: as `MeasurementQuestion.margin` defines it.
        names: of the objects that the question names, with their article.
        items: to be ordered.
    """

    question_id: str
    truth: Value
    foil: Value
    margin: float
    names: tuple[str, ...] = ()
    items: tuple[str, ...] = ()

    @property
    def text(self) -> str:
        """Return the question as a model sees it, with the form of the answer.

        Raises:
            ValueError: the question's kind has no type.
        """
        question = QUESTIONS[self.question_id]
        question_type = find_question_type(question.kind)
        if question_type is None:
            raise ValueError(f"{question.kind} is not the kind of an open question")
        wording = question.text.format(**dict(zip("xy", self.names, strict=False)))
        wording = wording[0].upper() + wording[1:]
        return format_open_question(wording, question_type, unit=question.unit, items=self.items)
