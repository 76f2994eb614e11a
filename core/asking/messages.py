"""What is said to a model about a case: the prompt with the case's question in its place."""

from core.benchmarks.choice.items import TEXT, choice_text, prompt_with
from core.benchmarks.contents import Case
from core.errors import PromptError


def message(prompt: str, case: Case) -> str:
    """The text that is sent with a case's images.

    Raises:
        PromptError: the case has a question of its own, and the prompt has no place for it.
    """
    if case.text is None:
        return prompt
    check_has_place(prompt)
    options = next((asked.options for asked in case.asks if asked.options), ())
    return prompt_with(prompt, choice_text(case.text, options))


def check_has_place(prompt: str) -> None:
    """Refuses a prompt without a place for the question.

    Raises:
        PromptError: it has none.
    """
    if TEXT not in prompt:
        raise PromptError(f"The prompt needs {TEXT}, in whose place the question and its options are sent.")
