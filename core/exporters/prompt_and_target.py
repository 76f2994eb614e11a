"""What a model was asked, and what is right, in the words and letters that it saw."""

import json

from core.benchmarks.choice.items import LETTERS, fill_prompt
from core.benchmarks.info import BenchmarkInfo
from core.exporters.export_data import ExportedCase, ExportedReply
from core.records import Run, Value


def build_prompt_text(run: Run, one: ExportedReply) -> str:
    """The text that was sent with the pictures."""
    case = one.case.case
    if case.text is None:
        return run.prompt
    return fill_prompt(run.prompt, case.text, get_seen_options(one))


def get_seen_options(one: ExportedReply) -> tuple[str, ...]:
    """The options in the order in which the model saw them; empty where there were none."""
    return one.reply.options or _get_case_options(one.case)


def format_target(about: BenchmarkInfo, one: ExportedReply) -> str:
    """The right answer: a letter among the options as they were seen, a name, or a JSON object of several answers."""
    truths = {
        asked.question_id: values[about.truth.frame]
        for asked in one.case.case.asks
        if about.truth.frame in (values := one.case.truths.get(asked.question_id, {}))
    }
    if len(one.case.case.asks) > 1:
        return json.dumps({about.questions[q].key: value for q, value in truths.items()}, ensure_ascii=False)
    return "".join(str(to_seen_value(one, question_id, value)) for question_id, value in truths.items())


def to_seen_value(one: ExportedReply, question_id: str, value: Value) -> Value:
    """A truth or an answer; a letter as the letter that its option had where the model saw them in another order.

    It is the option's text where the model did not see it.
    """
    own = next(asked.options for asked in one.case.case.asks if asked.question_id == question_id)
    place = LETTERS.find(str(value))
    if not one.reply.options or not 0 <= place < len(own):  # an answer may be a letter beyond the options
        return value
    text = own[place]
    return LETTERS[one.reply.options.index(text)] if text in one.reply.options else text


def _get_case_options(case: ExportedCase) -> tuple[str, ...]:
    return next((asked.options for asked in case.case.asks if asked.options), ())
