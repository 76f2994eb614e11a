"""Prompt and right answer of a reply, in the words and letters that the model saw."""

import json

from core.benchmarks.choice.items import LETTERS, fill_prompt
from core.benchmarks.info import BenchmarkInfo
from core.exporters.export_records import ExportedReply
from core.records import Run, Value


def build_prompt_text(run: Run, reply: ExportedReply) -> str:
    """Return the text that was sent with the images."""
    case = reply.case.case
    if case.text is None:
        return run.prompt
    return fill_prompt(run.prompt, case.text, get_seen_options(reply))


def get_seen_options(reply: ExportedReply) -> tuple[str, ...]:
    """Return the options in the order in which the model saw them; empty if there were none."""
    return reply.reply.options or reply.case.case.options


def format_target(about: BenchmarkInfo, reply: ExportedReply) -> str:
    """Return the right answer: a letter of the options as shown, a name, or a JSON object of several answers."""
    truths = {
        case_question.question_id: values[about.truth.frame]
        for case_question in reply.case.case.asks
        if about.truth.frame in (values := reply.case.truths.get(case_question.question_id, {}))
    }
    if len(reply.case.case.asks) > 1:
        return json.dumps({about.questions[q].key: value for q, value in truths.items()}, ensure_ascii=False)
    return "".join(str(to_seen_value(reply, question_id, value)) for question_id, value in truths.items())


def to_seen_value(reply: ExportedReply, question_id: str, value: Value) -> Value:
    """Convert a truth or an answer to what the model saw: a letter changes if the options were reordered.

    Returns the option's text if the model did not see the option.
    """
    own = next(
        case_question.options for case_question in reply.case.case.asks if case_question.question_id == question_id
    )
    place = LETTERS.find(str(value))
    if not reply.reply.options or not 0 <= place < len(own):  # an answer may be a letter beyond the options
        return value
    text = own[place]
    return LETTERS[reply.reply.options.index(text)] if text in reply.reply.options else text
