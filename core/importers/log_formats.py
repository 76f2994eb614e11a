"""Registry of the log formats: those of `core.importers.formats`, and those of plug-ins."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Protocol, cast

from core.errors import PluginError, ReplyFileError
from core.importers.records import Grade, ImportedReply, RejectedRow, Rows
from core.plugins import (
    LOG_FORMATS,
    LoadedPlugins,
    describe_failure,
    load_installed_plugins,
    load_plugin,
    make_entry_points,
)

TABLES = ("trilens_journal", "replies_table", "replies_parquet")
"""Formats whose replies name their cases; a row that cannot be imported stops the import of such a file."""

GENERAL_TABLES = TABLES[1:]

OUR_FORMATS = {
    name: f"core.importers.formats.{name}"
    for name in (
        "inspect",
        "trilens_journal",
        "helm",
        "promptfoo",
        "openai_batch",
        "openai_evals",
        "hosted_evals",
        "lmms_eval",
        "lm_eval",
        "vlmevalkit",
        *GENERAL_TABLES,
    )
}
"""Modules of the included formats by name, as `pyproject.toml` declares them, in the order in which they are tried."""


class LogFormat(Protocol):
    """A module or an object that reads the logs of a program."""

    def classify_file(self, path: Path, head: bytes) -> Grade:
        """Classify a file by its first 64 kB."""

    def read(self, path: Path) -> Rows:
        """Return its rows.

        Raises:
            ReplyFileError: it cannot be read as a whole.
        """


@dataclass(frozen=True, slots=True)
class GuardedLogFormat:
    """A format of a plug-in, whose exceptions become errors that name it."""

    name: str
    log_format: LogFormat

    def classify_file(self, path: Path, head: bytes) -> Grade:
        """Classify a file.

        Raises:
            PluginError: the plug-in fails.
        """
        try:
            grade = self.log_format.classify_file(path, head)
        except Exception as error:
            raise PluginError(f"Log format {self.name!r} (a plug-in) failed: {describe_failure(error)}") from error
        if grade not in ("yes", "part", "no"):
            raise PluginError(f"Log format {self.name!r} (a plug-in) graded {grade!r:.40}, not 'yes', 'part' or 'no'")
        return grade

    def read(self, path: Path) -> Rows:
        """Yield the rows of a log.

        Raises:
            ReplyFileError: it cannot be read as a whole, or the plug-in fails.
        """
        try:
            for row in self.log_format.read(path):
                if not isinstance(row, ImportedReply | RejectedRow):
                    raise PluginError(f"yielded {row!r:.60}, which is neither an ImportedReply nor a RejectedRow")
                yield row
        except ReplyFileError:
            raise
        except Exception as error:
            raise ReplyFileError(f"Log format {self.name!r} (a plug-in) failed: {describe_failure(error)}") from error


def list_formats() -> tuple[str, ...]:
    """List the formats in the order in which they are tried on a file; plug-ins come before the general tables."""
    specific = [name for name in OUR_FORMATS if name not in GENERAL_TABLES]
    return (*specific, *load_format_plugins().plugins, *GENERAL_TABLES)


def get_log_format(name: str) -> LogFormat:
    """Return the format with this name."""
    return load_format_plugins().plugins.get(name) or _load_our_format(name)


@cache
def load_format_plugins() -> LoadedPlugins[LogFormat]:
    """Load the formats that other distributions declare; a faulty one is left out and listed as a problem."""
    return load_installed_plugins(LOG_FORMATS, OUR_FORMATS, _check_foreign)


@cache
def _load_our_format(name: str) -> LogFormat:
    return load_plugin(make_entry_points(LOG_FORMATS, OUR_FORMATS)[name], _check)


def _check_foreign(name: str, log_format: object) -> LogFormat:
    return GuardedLogFormat(name, _check(name, log_format))


def _check(_name: str, log_format: object) -> LogFormat:
    for function in ("classify_file", "read"):
        if not callable(getattr(log_format, function, None)):
            raise PluginError(f"it has no function {function!r}")
    return cast("LogFormat", log_format)
