"""A question as asked, with its options."""

from collections.abc import Sequence
from dataclasses import dataclass

from dashboard.components.mount import Part, as_data, create_component
from dashboard.runtime.session_state import ElementKey

_QUESTION = create_component("question", "element")


@dataclass(frozen=True, slots=True)
class QuestionOption:
    """An option.

    Attributes:
        note: grey text after it.
        is_key: whether it is the right one, and marked so.
    """

    letter: str
    text: str
    note: str = ""
    is_key: bool = False


@dataclass(frozen=True, slots=True)
class QuestionOptions:
    """The options of one question, and sentences below them.

    Attributes:
        correct: the correct answer to a question without options; empty if it is hidden.
    """

    options: Sequence[QuestionOption]
    sentences: Sequence[str] = ()
    correct: str = ""


def build_question(
    text: str, lists: Sequence[QuestionOptions], key: ElementKey, result: str = "", *, names_key: bool = True
) -> Part:
    """Build the text of a question and its options; all are shown as plain text.

    Args:
        text: as asked; empty for none.
        lists: the options, a list per question that the case asks.
        key: of the component.
        result: sentence between the text and the options; empty for none.
        names_key: whether the right option is named above the options too.
    """
    data = [
        {
            "options": [as_data(option) for option in options.options],
            "sentences": list(options.sentences),
            "correct": options.correct,
        }
        for options in lists
    ]
    return Part(_QUESTION, key, {"text": text, "lists": data, "result": result, "names_key": names_key})
