"""The prompt of a run: the text that was sent, with `{text}` in place of a case's question and options."""

import re

from core.benchmarks.cases import Case
from core.benchmarks.choice.items import LETTERS, TEXT, fill_prompt, format_choice_text
from core.benchmarks.release_identity import get_prompt_id, make_prompt_id
from core.importers.records import ImportedReply

NOT_LOGGED = "The log does not say what was sent."


def derive_prompt(row: ImportedReply, case: Case, own_id: str, own: str) -> tuple[str, str]:
    """Derive id and text of the prompt with which a row asked its case.

    Args:
        row: of the log.
        case: the case that it asked.
        own_id: the id of the benchmark's prompt.
        own: the text of the benchmark's prompt.
    """
    text = _derive_template(row, case, own)
    if text.strip() == own.strip():
        return get_prompt_id(own_id), own
    name = row.run.prompt_label or row.run.task
    return (
        (make_prompt_id(text, name), text) if text.strip() else (make_prompt_id(NOT_LOGGED, "not_logged"), NOT_LOGGED)
    )


def _derive_template(row: ImportedReply, case: Case, own: str) -> str:
    options = row.options or case.options
    if case.text is not None and fill_prompt(own, case.text, options).strip() == row.prompt.strip():
        return own
    if case.text is None or case.text not in row.prompt:
        return row.prompt
    if (whole := format_choice_text(case.text, options)) in row.prompt:
        return row.prompt.replace(whole, TEXT, 1)
    before, _, after = row.prompt.partition(case.text)
    listed = _compile_options_pattern(options).match(after) if options else None
    return before + TEXT + (after[listed.end() :] if listed else after)


def _compile_options_pattern(options: tuple[str, ...]) -> re.Pattern[str]:
    """Match options as lines such as `A) text` or `(A) text`, with nothing but a heading before them."""
    lines = (rf"\s*[(\[]?{letter}\s?[.):\]]\s*{re.escape(text.strip())}"
             for letter, text in zip(LETTERS, options, strict=False))  # fmt: skip
    return re.compile(r"(?:\s*Options:)?" + "".join(lines))
