"""The prompts that can be sent, each with its id and full text.

The benchmark's own text comes from its release, so the repository holds no copy of it. A variant of the paper's prompt
is a list of replacements, each with the number of places that it has to hit. A text with other places is refused.
"""

import difflib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.protocol import Benchmark
from core.benchmarks.release_identity import get_prompt_id, make_prompt_id
from core.errors import PromptError

MAX_PROMPT_CHARACTERS = 20_000
FORMER_ID = "tri_bench"
"""The former id of every benchmark's own prompt; on the command line it still means that prompt."""

_ID = re.compile(r"[a-z0-9_]{1,40}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text that can be sent along with a case.

    Attributes:
        prompt_id: one id per text; that of the user's own text carries a checksum.
        title: what distinguishes it, in a line.
    """

    prompt_id: str
    title: str
    text: str


def list_variant_ids(benchmark: Benchmark) -> list[str]:
    """Ids of the variants of a benchmark's prompt."""
    return sorted(path.stem for path in benchmark.prompts.glob("*.toml")) if benchmark.prompts else []


def make_benchmark_prompt(benchmark_id: str, text: str) -> Prompt:
    """The benchmark's own prompt, under the id that a build's journals give it."""
    return Prompt(get_prompt_id(benchmark_id), "The benchmark's prompt", text)


def find_prompt(name: str | None, benchmark_text: str, benchmark: Benchmark, benchmark_id: str = "") -> Prompt:
    """The prompt of an id, or of a text file by its path; without a name, the benchmark's own.

    Args:
        name: of a prompt, or a path.
        benchmark_text: the benchmark's own prompt.
        benchmark: whose variants there are.
        benchmark_id: as its folder says it; that of the benchmark where it is empty.

    Raises:
        PromptError: the prompt is unknown or cannot be used.
    """
    own = make_benchmark_prompt(benchmark_id or benchmark.benchmark_id, benchmark_text)
    if name in (None, own.prompt_id, FORMER_ID):
        return own
    if _ID.fullmatch(name) and benchmark.prompts and (file := benchmark.prompts / f"{name}.toml").is_file():
        return _load_variant(file, benchmark_text)
    path = Path(name).expanduser()
    if not path.is_file():
        known = ", ".join((own.prompt_id, *list_variant_ids(benchmark)))
        raise PromptError(f"There is no prompt {name!r}: it is neither a file nor one of {known}.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path} cannot be read as text: {error}") from error
    return own if text == benchmark_text else make_own_prompt(text, path.stem)


def make_own_prompt(text: str, name: str = "own") -> Prompt:
    """A prompt of the user's own text; its id carries a checksum, so a changed text is another prompt.

    Raises:
        PromptError: it is empty or too long.
    """
    if not text.strip():
        raise PromptError("The prompt is empty.")
    if len(text) > MAX_PROMPT_CHARACTERS:
        raise PromptError(f"The prompt has {len(text)} characters; {MAX_PROMPT_CHARACTERS} are allowed.")
    return Prompt(make_prompt_id(text, name), "Own text", text)


def compare_prompts(benchmark_text: str, text: str) -> list[tuple[str, str]]:
    """The lines of both texts in order, each with a mark: blank in both, `-` in the first only, `+` in the second."""
    lines = difflib.ndiff(benchmark_text.splitlines(), text.splitlines())
    return [(line[0], line[2:]) for line in lines if line[0] != "?"]


def _load_variant(file: Path, benchmark_text: str) -> Prompt:
    operations, prompt_id = tomllib.loads(file.read_text(encoding="utf-8")), file.stem
    text = benchmark_text
    for edit in operations["edit"]:
        wanted = edit.get("times", 1)
        text, times = re.subn(edit["find"], edit["replace"], text, flags=re.MULTILINE)
        if times != wanted:
            raise PromptError(
                f"Prompt {prompt_id} does not fit the benchmark's text: {edit['find']!r} occurs {times} times in it "
                f"instead of {wanted}. Choose another prompt, or send a text of your own."
            )
    return Prompt(prompt_id, operations["title"], text)
