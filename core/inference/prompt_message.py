"""The text of a request: the prompt with the case's question filled in."""

from collections.abc import Iterable

from core.benchmarks.cases import Case
from core.benchmarks.choice.items import OPTIONS, QUESTION, TEXT, fill_prompt, has_options_in_text, has_place
from core.errors import PromptError


def build_message(prompt: str, case: Case) -> str:
    """Build the text that is sent with a case's images.

    Raises:
        PromptError: the case has its own question, and the prompt has no placeholder for it.
    """
    if case.text is None:
        return prompt
    check_has_place(prompt, for_options=needs_options([case]))
    return fill_prompt(prompt, case.text, case.options)


def needs_options(cases: Iterable[Case]) -> bool:
    """Return whether a prompt must list the options of a case: it has options, and its question does not list them."""
    return any(not has_options_in_text(case.text or "", case.options) for case in cases)


def check_has_place(prompt: str, *, for_options: bool = True) -> None:
    """Reject a prompt without a placeholder for the question or its options.

    Raises:
        PromptError: a placeholder is missing.
    """
    if not has_place(prompt, for_options=for_options):
        raise PromptError(
            f"The prompt needs the placeholder {TEXT} for the question with its options, or both {QUESTION} and "
            f"{OPTIONS}."
        )
