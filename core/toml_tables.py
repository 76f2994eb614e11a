"""Reader of TOML files with wordings and tables, each beside the module that uses it."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

Row = TypeVar("Row")


def load_table(module_file: str, name: str) -> dict[str, Any]:
    """Load a TOML file beside a module, of which `module_file` is the `__file__`."""
    return tomllib.loads(Path(module_file).with_name(name).read_text(encoding="utf-8"))


def load_rows(module_file: str, name: str, row_type: Callable[..., Row]) -> dict[str, Row]:
    """Load the tables of a TOML file beside a module in their order, by their keys.

    Args:
        module_file: `__file__` of the module.
        name: of the file.
        row_type: a dataclass whose first field is the key; lists become tuples.

    Raises:
        TypeError: a table lacks a field of the type, or has one that the type lacks.
    """
    return {
        key: row_type(key, **{field: tuple(cell) if isinstance(cell, list) else cell for field, cell in row.items()})
        for key, row in load_table(module_file, name).items()
    }
