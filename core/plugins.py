"""Plug-ins: log formats and benchmarks, ours and those that installed distributions declare as entry points.

Ours are named in tables here and in `pyproject.toml`; both go through `load_plugin`. The tables keep their order, and
they work in a checkout that is not installed.

Source: docs/developing/plugins.md
"""

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any, Generic, TypeVar

from core.errors import PluginError
from core.formatting import to_single_line

LOG_FORMATS = "trilens.log_formats"
BENCHMARKS = "trilens.benchmarks"
OUR_DISTRIBUTION = "trilens"

_LOG = logging.getLogger(__name__)

Plugin = TypeVar("Plugin")
Check = Callable[[str, Any], Plugin]
"""Returns the plug-in of a name if the loaded object is one; raises PluginError otherwise."""


@dataclass(frozen=True, slots=True)
class LoadedPlugins(Generic[Plugin]):
    """The plug-ins of other distributions in one group.

    Attributes:
        plugins: by name, in alphabetical order.
        problems: one sentence per plug-in that cannot be used, which names it.
    """

    plugins: Mapping[str, Plugin] = field(default_factory=dict)
    problems: tuple[str, ...] = ()


def make_entry_points(group: str, values: Mapping[str, str]) -> dict[str, EntryPoint]:
    """Return entry points of our own, from their values (`package.module` or `package.module:object`) by name."""
    return {name: EntryPoint(name, value, group) for name, value in values.items()}


def load_plugin(entry: EntryPoint, check: Check[Plugin]) -> Plugin:
    """Import and check one plug-in.

    Raises:
        PluginError: importing it fails, or it is not what its group expects; the message names it.
    """
    try:
        return check(entry.name, entry.load())
    except Exception as error:
        raise PluginError(f"{describe_plugin(entry)}: {describe_failure(error)}") from error


def load_installed_plugins(group: str, reserved: Mapping[str, object], check: Check[Plugin]) -> LoadedPlugins[Plugin]:
    """Load the plug-ins of a group that other distributions declare; a faulty one does not stop the others.

    Args:
        group: `LOG_FORMATS` or `BENCHMARKS`.
        reserved: names that a plug-in cannot have, because they are ours.
        check: of a loaded object.
    """
    plugins: dict[str, Plugin] = {}
    problems = []
    for entry in _list_foreign_entry_points(group):
        try:
            if entry.name in reserved or entry.name in plugins:
                raise PluginError(f"{describe_plugin(entry)}: this name is taken. Rename the entry point")
            plugins[entry.name] = load_plugin(entry, check)
        except PluginError as error:
            problems.append(str(error))
            _LOG.warning("%s", error)
    return LoadedPlugins(plugins, tuple(problems))


def describe_plugin(entry: EntryPoint) -> str:
    """Describe a plug-in for an error, as in `Plug-in 'tsv' (trilens.log_formats) of trilens-tsv 1.0`."""
    origin = f" of {entry.dist.name} {entry.dist.version}" if entry.dist else ""
    return f"Plug-in {entry.name!r} ({entry.group}){origin}"


def describe_failure(error: Exception) -> str:
    """Describe an exception of a plug-in in one line; an error of our own states itself what is wrong."""
    text = to_single_line(str(error))
    return text if isinstance(error, PluginError) else f"{type(error).__name__}: {text}"


def list_plugin_versions(group: str) -> tuple[str, ...]:
    """List the plug-ins of a group with their distributions' versions, for checksums of code."""
    return tuple(f"{describe_plugin(entry)}={entry.value}" for entry in _list_foreign_entry_points(group))


@cache
def _list_foreign_entry_points(group: str) -> tuple[EntryPoint, ...]:
    """List the entry points of a group that others declare, by name; an editable installation may list one twice."""
    return tuple(dict.fromkeys(_iterate_foreign_entry_points(group)))


def _iterate_foreign_entry_points(group: str) -> Iterator[EntryPoint]:
    for entry in sorted(entry_points(group=group), key=lambda entry: (entry.name, entry.value)):
        if entry.dist is None or entry.dist.name != OUR_DISTRIBUTION:
            yield entry
