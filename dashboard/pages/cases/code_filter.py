"""The choices of Cases that keep the cases with an answer of a failure code, of a sample and by a coder."""

from collections.abc import Iterable
from typing import Protocol

from core.formatting import escape_markdown
from core.review.entries import AnswerKey
from core.warehouse.read import Filters
from dashboard.data.failure_review import load_review
from dashboard.pages.cases import gallery_texts, texts
from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, list_eligible_runs
from dashboard.selection.selectors import choose_optional

CODE, SAMPLE, CODER = texts.CODE, texts.SAMPLE, texts.CODER


class CodeChoice(Protocol):
    """The chosen code, and the sample and the coder that limit it; None for no choice."""

    @property
    def code(self) -> str | None:
        """Id of the code."""

    @property
    def code_sample(self) -> str | None:
        """Id of the sample."""

    @property
    def code_coder(self) -> str | None:
        """Name of the coder."""


def list_code_names() -> dict[str, str]:
    """Return the names of the failure codes that answers have, by id."""
    state = load_review()
    return {code_id: state.name_code(code_id) for code_id in state.count_codes()}


def list_choices(choice: CodeChoice) -> dict[StateKey[str], tuple[str, str | None]]:
    """Return the title and the chosen name of each control by its key; a sample and a coder count only with a code."""
    code_name = list_code_names().get(choice.code or "")
    sample = load_review().samples.get(choice.code_sample or "") if code_name else None
    return {
        keys.CODE: (CODE, code_name),
        keys.CODE_SAMPLE: (SAMPLE, sample.name if sample is not None else None),
        keys.CODER: (CODER, choice.code_coder if code_name else None),
    }


def show_choices() -> None:
    """Show the list of codes once answers have one, and with a chosen code those of samples and of coders."""
    state, names = load_review(), list_code_names()
    if not names:
        return
    choose_optional(CODE, names, keys.CODE, "any")
    if keys.CODE.read() is None:
        return
    if state.samples:
        samples = {sample_id: sample.name for sample_id, sample in state.samples.items()}
        choose_optional(SAMPLE, samples, keys.CODE_SAMPLE, "any")
    if len(state.coders) > 1:
        choose_optional(CODER, {coder: coder for coder in state.coders}, keys.CODER, texts.FIRST_CODER)


def list_answers(filters: Filters, choice: CodeChoice) -> set[AnswerKey]:
    """Return the answers with the chosen code, of the selected runs and questions; empty without a code.

    A selected model stands for all of its runs, since a code belongs to a run.
    """
    if choice.code is None:
        return set()
    runs, questions = set(list_eligible_runs(filters, "asked")), filters["question"]
    return {
        key
        for key in load_review().list_coded_answers(choice.code, choice.code_sample, choice.code_coder)
        if (key.run_id in runs or not any(filters[name] for name in NOBODY_CHOSEN))
        and (not isinstance(questions, list) or key.question_id in questions)
    }


def describe_count(case_ids: Iterable[str], filters: Filters, choice: CodeChoice) -> str:
    """Return a sentence with the number of coded answers to these cases, after a space; empty without a code."""
    name = list_code_names().get(choice.code or "")
    if not name:
        return ""
    kept_ids = set(case_ids)
    count = sum(key.case_id in kept_ids for key in list_answers(filters, choice))
    return gallery_texts.describe_coded(count, escape_markdown(name))
