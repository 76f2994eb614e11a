"""The prompts that can be sent, each with its id and full text.

The paper's text comes from the release, so no copy of it is kept here: a variant is a list of replacements, each of
which has to hit exactly as often as it says. A release with another text is refused, not asked with half a variant.
"""

import difflib
import hashlib
import re
import tomllib
from dataclasses import dataclass
from pathlib import Path

from core.benchmarks.tri_bench import PROMPT_ID
from core.errors import PromptError

FOLDER = Path(__file__).parent
MAX_PROMPT_CHARACTERS = 20_000
_ID = re.compile(r"[a-z0-9_]{1,40}")


@dataclass(frozen=True, slots=True)
class Prompt:
    """A text that can be sent along with a photograph.

    Attributes:
        prompt_id: the same id never stands for two texts: that of an own text carries its checksum.
        title: what is different about it, in a line.
    """

    prompt_id: str
    title: str
    text: str


def variant_ids() -> list[str]:
    """Ids of the variants of the paper's prompt."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def prompts(paper_text: str) -> list[Prompt]:
    """The paper's prompt and its variants.

    Raises:
        PromptError: a variant does not fit the text.
    """
    return [find_prompt(prompt_id, paper_text) for prompt_id in (PROMPT_ID, *variant_ids())]


def find_prompt(name: str, paper_text: str) -> Prompt:
    """The prompt of an id, or of a text file by its path.

    Raises:
        PromptError: there is none, or it cannot be used.
    """
    if name == PROMPT_ID:
        return Prompt(PROMPT_ID, "The paper's prompt", paper_text)
    if _ID.fullmatch(name) and (FOLDER / f"{name}.toml").is_file():
        return _variant(name, paper_text)
    path = Path(name).expanduser()
    if not path.is_file():
        known = ", ".join((PROMPT_ID, *variant_ids()))
        raise PromptError(f"There is no prompt {name!r}: it is neither a file nor one of {known}.")
    try:
        return own_prompt(path.read_text(encoding="utf-8"), path.stem)
    except (OSError, UnicodeDecodeError) as error:
        raise PromptError(f"{path} is no text that can be read: {error}") from error


def own_prompt(text: str, name: str = "own") -> Prompt:
    """A prompt of somebody's own text; its id carries a checksum, so that a changed text is another prompt.

    Raises:
        PromptError: it is empty or too long.
    """
    if not text.strip():
        raise PromptError("The prompt is empty.")
    if len(text) > MAX_PROMPT_CHARACTERS:
        raise PromptError(f"The prompt has {len(text)} characters; {MAX_PROMPT_CHARACTERS} are allowed.")
    short = re.sub(r"[^a-z0-9]+", "_", name.lower()).strip("_")[:30] or "own"
    return Prompt(f"{short}_{hashlib.sha256(text.encode()).hexdigest()[:8]}", "Own text", text)


def difference(paper_text: str, text: str) -> list[tuple[str, str]]:
    """The lines of both texts in order, each with a mark: blank for both, `-` the paper's only, `+` this one's only."""
    lines = difflib.ndiff(paper_text.splitlines(), text.splitlines())
    return [(line[0], line[2:]) for line in lines if line[0] != "?"]


def _variant(prompt_id: str, paper_text: str) -> Prompt:
    operations = tomllib.loads((FOLDER / f"{prompt_id}.toml").read_text(encoding="utf-8"))
    text = paper_text
    for edit in operations["edit"]:
        wanted = edit.get("times", 1)
        text, times = re.subn(edit["find"], edit["replace"], text, flags=re.MULTILINE)
        if times != wanted:
            raise PromptError(
                f"Prompt {prompt_id} does not fit the release's text: {edit['find']!r} occurs {times} times in it, "
                f"not {wanted}. Fetch the release again, or send a text of your own."
            )
    return Prompt(prompt_id, operations["title"], text)
