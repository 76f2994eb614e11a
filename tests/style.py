"""Measures of names and English; `python -m tests.style [PATTERN]` lists the places that they count."""

import ast
import io
import json
import re
import sys
import tokenize
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from core.settings import REPOSITORY

FOLDERS = ("core", "dashboard", "tools")
"""Folders whose names are measured."""

DOCUMENTS = ("README.md", "docs")
"""Documents whose English is measured beside that of the code. CONTRIBUTING.md quotes what to avoid."""

PREDICATES = frozenset({"is", "are", "was", "has", "have", "had", "can", "should", "needs", "may"})

WORDS = json.loads((Path(__file__).parent / "style_words.json").read_text(encoding="utf-8"))
VERBS = frozenset(WORDS["verbs"])
"""Verbs in the imperative that a function's name may begin with."""

PREPOSITIONS = frozenset(WORDS["prepositions"])
PARTICIPLES = frozenset(WORDS["participles"])
NO_PARTICIPLES = frozenset(WORDS["no_participles"])
"""Words that look like participles and begin a name as a verb or a noun."""

VAGUE = frozenset(WORDS["vague"])

PATTERNS = {
    "first line is a noun clause": r"^(?:What|Who|Where|How|Whose|Which|Whether)\b(?!.*\?)",
    "nobody, somebody, whoever": r"\b(?:[Nn]obody|[Ss]omebody|[Ww]hoever|[Ee]verybody)\b",
    "is no": r"\b(?:is|are|was|be) no (?!longer|more|matter|doubt)\w",
    "stands, is there, is here": r"\b(?:stands?|stood) (?!for|out|up)\w|\b(?:is|are|was|were) (?:there|here)\b",
    "a line a reply": r"\b(?:one|an?) \w+ an? (?!few|lot|little|bit|single|time)\w+(?:[.,;:)]|$)",
    "fronted Of, By, From": r"(?:^|[.;:] )(?:Of|By|From|To|With) (?!course)[^,.:;]{3,40}[,:] ",
    "where for if": r"(?:,|;|\bNone|\bNaN|\bempty|\b0|\bonly|\bthat|\bfalse|\btrue) where\b",
    "tell apart": r"\b(?:tells?|told|telling)\b[^.]{0,30}\bapart\b",
    "anew, goes on, brings": r"\banew\b|\bgo(?:es)? on\b|\bbrings?\b|\bbrought\b",
    "says, said, tells": r"\b(?:is|are|was) (?:said|told)\b|\b(?:says|tells)\b",
    "the mouse, leads to": r"\b[Tt]he mouse\b|\b[Bb]y keyboard\b|\b(?:row|arrow|click|link)\w* leads?\b",
    "told to do nothing": r"\bhas to (?:say|tell)\b|\bin vain\b|\bwithout a word\b",
    "riddle": r"\bby itself alone\b|\bof one's own\b|\bone's own\b|\bas it is\b|\bof its own\b|\bdear\b",
}
"""The 13 kinds of translated English of the code review, as regular expressions; some hits are false alarms."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text in a file.

    Attributes:
        path: relative to the repository.
        number: of the line, from 1.
        text: a docstring's, comment's or string's line.
        is_first: whether it begins a docstring.
    """

    path: str
    number: int
    text: str
    is_first: bool = False


@dataclass(frozen=True, slots=True)
class Module:
    """A measured module.

    Attributes:
        path: relative to the repository.
        source: its text.
        nodes: of its syntax tree.
    """

    path: str
    source: str
    nodes: tuple[ast.AST, ...]


@cache
def load_modules() -> tuple[Module, ...]:
    """Return the measured modules, each parsed once."""
    paths = sorted(path for folder in FOLDERS for path in (REPOSITORY / folder).rglob("*.py"))
    sources = [(path.relative_to(REPOSITORY).as_posix(), path.read_text(encoding="utf-8")) for path in paths]
    return tuple(Module(path, source, tuple(ast.walk(ast.parse(source)))) for path, source in sources)


@cache
def list_functions() -> tuple[tuple[str, str], ...]:
    """Return path and name of all functions and methods but properties and special methods."""
    named = []
    for module in load_modules():
        for node in module.nodes:
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and not node.name.startswith("__"):
                decorators = {ast.unparse(decorator) for decorator in node.decorator_list}
                if not decorators & {"property", "cached_property"}:
                    named.append((module.path, node.name))
    return tuple(named)


def begins_with_verb(name: str) -> bool:
    """Whether a function's name begins with a verb or a predicate, or is a conversion `to_...`."""
    first = name.strip("_").split("_")[0]
    return first in VERBS or first in PREDICATES or name.strip("_").startswith(("to_", "as_"))


def begins_with_participle(name: str) -> bool:
    """Whether a name begins with a participle or a preposition."""
    first = name.strip("_").split("_")[0]
    if first in PREPOSITIONS:
        return True
    is_regular = len(first) > 4 and first.endswith("ed") and not first.endswith("eed")
    return first not in NO_PARTICIPLES and (first in PARTICIPLES or is_regular)


def list_verbless_functions() -> list[str]:
    """Return the functions whose names do not begin with a verb, as `path: name`."""
    return [f"{path}: {name}" for path, name in list_functions() if not begins_with_verb(name)]


def list_participles() -> list[str]:
    """Return the functions and modules whose names begin with a participle or a preposition."""
    named = [f"{path}: {name}" for path, name in list_functions() if begins_with_participle(name)]
    return named + [module.path for module in load_modules() if begins_with_participle(Path(module.path).stem)]


def list_duplicate_classes() -> list[str]:
    """Return the public class names that are defined more than once."""
    names = Counter(
        node.name
        for module in load_modules()
        for node in module.nodes
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    return sorted(name for name, count in names.items() if count > 1)


def list_vague_locals() -> list[str]:
    """Return the assignments and parameters that bear one of the vague words, as `path:line: name`."""
    return [
        f"{module.path}:{line}: {name}"
        for module in load_modules()
        for line, name in map(_get_assigned_name, module.nodes)
        if name in VAGUE
    ]


def _get_assigned_name(node: ast.AST) -> tuple[int, str]:
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.lineno, node.id
    return (node.lineno, node.arg) if isinstance(node, ast.arg) else (0, "")


def find_texts() -> Iterator[Line]:
    """Find every line of docstrings, comments, longer strings, documents and files with wordings."""
    for module in load_modules():
        yield from _find_texts(module)
    for path in _find_documents():
        file = path.relative_to(REPOSITORY).as_posix()
        for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            yield Line(file, number, text)


def _find_documents() -> Iterator[Path]:
    """Find documents, and files with wordings of the product; words of replies and of prompts are not ours."""
    for name in DOCUMENTS:
        top = REPOSITORY / name
        yield from sorted(top.rglob("*.md")) if top.is_dir() else [top] if top.exists() else []
    for folder in FOLDERS:
        paths = sorted((REPOSITORY / folder).rglob("*.toml"))
        yield from (path for path in paths if not {"parsing", "prompts"} & set(path.parts))


def _find_texts(module: Module) -> Iterator[Line]:
    documented = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    docstrings = {
        id(node.body[0].value)
        for node in module.nodes
        if isinstance(node, documented) and node.body and isinstance(node.body[0], ast.Expr)
    }
    for node in module.nodes:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value.strip():
            for offset, text in enumerate(node.value.splitlines()):
                yield Line(module.path, node.lineno + offset, text.strip(), id(node) in docstrings and offset == 0)
    for token in tokenize.generate_tokens(io.StringIO(module.source).readline):
        if token.type == tokenize.COMMENT:
            yield Line(module.path, token.start[0], token.string.lstrip("# "))


def list_dialect_lines() -> dict[str, list[Line]]:
    """Return the lines of each kind of translated English."""
    lines = list(find_texts())
    found = {}
    for kind, pattern in PATTERNS.items():
        expression = re.compile(pattern)
        is_of_first_lines = kind == "first line is a noun clause"
        found[kind] = [
            line for line in lines if (line.is_first or not is_of_first_lines) and expression.search(line.text)
        ]
    return found


def measure() -> dict[str, float]:
    """Return the figures that `tests/test_style.py` compares with its ceilings."""
    return {
        "functions without a verb, %": round(100 * len(list_verbless_functions()) / len(list_functions()), 1),
        "names that begin with a participle or a preposition": len(list_participles()),
        "public class names defined twice": len(list_duplicate_classes()),
        "vague locals": len(list_vague_locals()),
        **{f"lines: {kind}": len(lines) for kind, lines in list_dialect_lines().items()},
    }


def main(pattern: str = "") -> None:
    """Print the figures, or the places that a kind of English counts.

    Args:
        pattern: part of a kind's name; `verb`, `participle`, `class` or `local` for names.
    """
    if not pattern:
        for name, figure in measure().items():
            print(f"{figure:>8}  {name}")
        return
    names = {
        "verb": list_verbless_functions,
        "participle": list_participles,
        "class": list_duplicate_classes,
        "local": list_vague_locals,
    }
    if pattern in names:
        print("\n".join(names[pattern]()))
        return
    for kind, lines in list_dialect_lines().items():
        if pattern in kind:
            for line in lines:
                print(f"{line.path}:{line.number}: {line.text}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
