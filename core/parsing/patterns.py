"""Regular expressions of the parsers for phrases of natural languages, read from TOML files beside the modules."""

import re

from core.toml_tables import load_table

_PART = re.compile(r"\(\?&(\w+)\)")


def load_patterns(module_file: str, name: str, **parts: str) -> dict[str, re.Pattern[str]]:
    """Load the expressions of a TOML file beside a module by their keys; they ignore case.

    An expression is a text, or the list of its parts. In a text of several lines, white space does not count (VERBOSE).
    `(?&key)` inserts an earlier expression of the file, or a part that the caller supplies.

    Args:
        module_file: `__file__` of the module.
        name: of the file.
        parts: further expressions by key.

    Raises:
        KeyError: an expression refers to a missing one.
    """
    texts, patterns = dict(parts), {}
    for key, stored in load_table(module_file, name).items():
        texts[key] = _PART.sub(lambda match: texts[match[1]], stored if isinstance(stored, str) else "".join(stored))
        is_verbose = isinstance(stored, str) and "\n" in stored
        patterns[key] = re.compile(texts[key], re.IGNORECASE | (re.VERBOSE if is_verbose else 0))
    return patterns
