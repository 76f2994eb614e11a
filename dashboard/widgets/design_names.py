"""Names of prompts and image views for readers, instead of their ids."""

from core.benchmarks.release_identity import get_prompt_id
from core.inference.view_names import VIEW_TITLES
from dashboard.data.benchmark_info import get_benchmark_info

OWN_PROMPT = "the benchmark's prompt"


def name_prompt(prompt_id: str) -> str:
    """Return the name of a prompt: the words of its id, or that it is the benchmark's own."""
    if prompt_id == get_prompt_id(get_benchmark_info().benchmark_id):
        return OWN_PROMPT
    return prompt_id.replace("_", " ")


def name_view(view: str) -> str:
    """Return the title of an image view."""
    return VIEW_TITLES.get(view, view)
