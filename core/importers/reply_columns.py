"""Detection by common names of the columns of case, reply and model in a table of replies."""

from collections.abc import Collection
from dataclasses import dataclass

CASE_NAMES = (
    "case_id", "photograph_id", "qid", "question_id", "questionid", "item_id", "sample_id", "example_id", "uid", "id",
    "index", "idx", "question_index",
)  # fmt: skip
REPLY_NAMES = (
    "reply", "raw_reply", "raw_response", "raw_output", "prediction", "response", "model_response", "llm_response",
    "model_output", "output", "generation", "generated_text", "generated_answer", "completion", "model_prediction",
    "predicted_answer", "model_answer", "pred_answer", "pred", "output_text",
)  # fmt: skip
UNCERTAIN_REPLY_NAMES = ("answer", "text")
"""Names that are the key or the question of other tables; taken only if no other column is the reply."""

MODEL_NAMES = ("model", "model_name", "model_id", "llm")
_OF_QUESTIONS = frozenset(("options", "choices", "a", "b", "option_a", "image", "question"))
"""Columns of a table of questions, in which `answer` is the key."""

_MAX_NAMES_CHARACTERS = 200


@dataclass(frozen=True, slots=True)
class ReplyColumns:
    """Names of the columns of a table of replies.

    Attributes:
        case_id: of the case's id.
        reply: of the reply.
        model: of the model's name; empty if the table has none.
        others: every other column.
    """

    case_id: str
    reply: str
    model: str = ""
    others: tuple[str, ...] = ()

    @property
    def note(self) -> str:
        """Return a sentence that names the columns that were used."""
        named = f"the case from column {self.case_id}, the reply from {self.reply}"
        model = f", the model from {self.model}" if self.model else ""
        others = f" Not used: {', '.join(self.others)[:_MAX_NAMES_CHARACTERS]}." if self.others else ""
        return f"Read {named}{model}.{others}"


def find_reply_columns(names: Collection[str]) -> ReplyColumns | None:
    """Return the columns of a table of replies; None if the case or the reply has no usual name. Case is ignored."""
    by_lower_case = {name.strip().lower().replace(" ", "_"): name for name in reversed(list(names))}

    def find_first(candidates: Collection[str]) -> str:
        return next((by_lower_case[name] for name in candidates if name in by_lower_case), "")

    case_id, reply, model = map(find_first, (CASE_NAMES, REPLY_NAMES, MODEL_NAMES))
    if not reply and not _OF_QUESTIONS.intersection(by_lower_case):
        reply = find_first(UNCERTAIN_REPLY_NAMES)
    if not case_id or not reply:
        return None
    return ReplyColumns(case_id, reply, model, tuple(name for name in names if name not in (case_id, reply, model)))


def explain_columns(names: Collection[str]) -> str:
    """Return the columns that a table of replies needs, and those that it has."""
    seen = ", ".join(names)[:_MAX_NAMES_CHARACTERS] or "nothing"
    return (
        "a table of replies must name the case (case_id, question_id, id, index ...) and the reply (reply, response, "
        f"prediction, output ...), or image_path and MODEL_response; it names {seen}."
    )
