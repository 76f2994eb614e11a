"""What is said to a model about a case: the prompt with the case's question in its place."""

from collections.abc import Iterable

from core.benchmarks.choice.items import OPTIONS, QUESTION, TEXT, fill_prompt, has_options_in_text, has_place
from core.benchmarks.data import Case
from core.errors import PromptError


def build_message(prompt: str, case: Case) -> str:
    """The text that is sent with a case's images.

    Raises:
        PromptError: the case has a question of its own, and the prompt has no place for it.
    """
    if case.text is None:
        return prompt
    check_has_place(prompt, for_options=needs_options([case]))
    return fill_prompt(prompt, case.text, _get_options(case))


def needs_options(cases: Iterable[Case]) -> bool:
    """Whether a prompt has to list the options of some case: there are options, and the question does not name them."""
    return any(not has_options_in_text(case.text or "", _get_options(case)) for case in cases)


def check_has_place(prompt: str, *, for_options: bool = True) -> None:
    """Refuses a prompt without a place for the question, or for its options.

    Raises:
        PromptError: it has none.
    """
    if not has_place(prompt, for_options=for_options):
        raise PromptError(
            f"The prompt needs {TEXT}, in whose place the question and its options are sent, or {QUESTION} and "
            f"{OPTIONS}."
        )


def _get_options(case: Case) -> tuple[str, ...]:
    return next((asked.options for asked in case.asks if asked.options), ())
