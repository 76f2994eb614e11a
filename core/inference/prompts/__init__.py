"""The available prompts, each with its id and full text.

The benchmark's own text comes from its release, so the repository contains no copy of it. A variant of the paper's
prompt is a list of replacements, each with its expected number of matches. A text with other numbers is rejected.
"""

import difflib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.data import BenchmarkData
from core.benchmarks.protocol import Benchmark
from core.benchmarks.release_identity import get_prompt_id, make_prompt_id
from core.errors import PromptError

MAX_PROMPT_CHARACTERS = 20_000
FORMER_ID = "tri_bench"
"""The former id of every benchmark's own prompt, still accepted on the command line."""

_ID = re.compile(r"[a-z0-9_]{1,40}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text that can be sent with a case.

    Attributes:
        prompt_id: unique id of the text; the id of a user's text contains a checksum.
        title: its distinguishing feature in one line.
    """

    prompt_id: str
    title: str
    text: str


def list_variant_ids(benchmark: Benchmark) -> list[str]:
    """List the ids of the variants of a benchmark's prompt."""
    return sorted(path.stem for path in benchmark.prompts.glob("*.toml")) if benchmark.prompts else []


def make_benchmark_prompt(benchmark_id: str, text: str) -> Prompt:
    """Return the benchmark's own prompt, with the id that it has in the journals of a build."""
    return Prompt(get_prompt_id(benchmark_id), "The benchmark's prompt", text)


def get_benchmark_prompt(contents: BenchmarkData) -> Prompt:
    """Return the benchmark's own prompt."""
    return make_benchmark_prompt(contents.benchmark_id, contents.prompt)


def find_prompt(name: str | None, usual_prompt: Prompt, benchmark: Benchmark) -> Prompt:
    """Find a prompt by its id or by the path of a text file; without a name, return the benchmark's own.

    Args:
        name: id of a prompt, or a path.
        usual_prompt: the benchmark's own prompt.
        benchmark: benchmark whose variants are available.

    Raises:
        PromptError: the prompt is unknown or cannot be used.
    """
    if name in (None, usual_prompt.prompt_id, FORMER_ID):
        return usual_prompt
    if _ID.fullmatch(name) and benchmark.prompts and (file := benchmark.prompts / f"{name}.toml").is_file():
        return _load_variant(file, usual_prompt.text)
    path = Path(name).expanduser()
    if not path.is_file():
        known = ", ".join((usual_prompt.prompt_id, *list_variant_ids(benchmark)))
        raise PromptError(f"The prompt {name!r} does not exist. Name a text file or one of {known}.")
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path} cannot be read as text: {error}") from error
    return usual_prompt if text == usual_prompt.text else make_own_prompt(text, path.stem)


def find_prompts(names: str, single: str | None, usual_prompt: Prompt, benchmark: Benchmark) -> tuple[Prompt, ...]:
    """Find the prompts to compare; empty without names.

    Args:
        names: names separated by commas, each as `find_prompt` takes it.
        single: the name of a single prompt, which excludes several.
        usual_prompt: the benchmark's own prompt.
        benchmark: benchmark whose variants are available.

    Raises:
        PromptError: a prompt is unknown, cannot be used or is named twice, or both options are given.
    """
    listed = [name.strip() for name in names.split(",") if name.strip()]
    if listed and single is not None:
        raise PromptError("--prompts and --prompt both name prompts. Use only one of them.")
    prompts = tuple(find_prompt(name, usual_prompt, benchmark) for name in listed)
    ids = [prompt.prompt_id for prompt in prompts]
    if repeated := [prompt_id for prompt_id in ids if ids.count(prompt_id) > 1]:
        raise PromptError(f"--prompts names {repeated[0]} twice. Use --repeats to ask a prompt several times.")
    return prompts


def make_own_prompt(text: str, name: str = "own") -> Prompt:
    """Make a prompt from the user's text; its id contains a checksum, so that a changed text is another prompt.

    Raises:
        PromptError: the text is empty or too long.
    """
    if not text.strip():
        raise PromptError("The prompt is empty.")
    if len(text) > MAX_PROMPT_CHARACTERS:
        raise PromptError(f"The prompt has {len(text)} characters; at most {MAX_PROMPT_CHARACTERS} are allowed.")
    return Prompt(make_prompt_id(text, name), "Own text", text)


def compare_prompts(benchmark_text: str, text: str) -> list[tuple[str, str]]:
    """Return the lines of both texts with a mark each: blank if in both, `-` in the first, `+` in the second only."""
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
                f"instead of {wanted}. Choose another prompt, or send your own text."
            )
    return Prompt(prompt_id, operations["title"], text)
