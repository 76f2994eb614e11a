"""What is said to a model about a case: the prompt with the case's question in its place."""

from core.benchmarks.choice.items import OPTIONS, QUESTION, TEXT, has_place, prompt_with
from core.benchmarks.contents import Case
from core.errors import PromptError


def message(prompt: str, case: Case) -> str:
    """The text that is sent with a case's images.

    Raises:
        PromptError: the case has a question of its own, and the prompt has no place for it.
    """
    if case.text is None:
        return prompt
    options = next((asked.options for asked in case.asks if asked.options), ())
    check_has_place(prompt, for_options=bool(options))
    return prompt_with(prompt, case.text, options)


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
