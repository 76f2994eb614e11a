"""The command `trilens`, also `python -m core`. An error is one line on stderr; exit code 0 means the work is done."""

import io
import sys

if sys.version_info < (3, 11):  # noqa: UP036 - one clear line instead of an import error below
    sys.exit("trilens: this Python is too old; Trilens needs 3.11 or newer.")

try:
    from core.cli.app import app
    from core.cli.synthesize import accept_former_form
    from core.cli.terminal import stderr
except ModuleNotFoundError as missing:
    sys.exit(f"trilens: the package {missing.name} is missing. Run make run, or pip install -r requirements.txt")
from core.errors import TrilensError
from core.formatting import to_single_line


def main() -> None:
    """Run a command; print an error as one line on stderr and exit with code 1."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")  # print "?" for characters that the terminal cannot encode
    try:
        app(accept_former_form(sys.argv[1:]))
    except TrilensError as error:
        stderr.print(f"trilens: {to_single_line(error)}", markup=False)
        sys.exit(1)
    except ModuleNotFoundError as error:
        if (error.name or "core").partition(".")[0] in ("core", "dashboard"):
            raise
        stderr.print(
            f"trilens: the package {error.name} is missing. Run make run, or pip install -r requirements.txt",
            markup=False,
        )
        sys.exit(1)
    except OSError as error:
        stderr.print(f"trilens: {to_single_line(error)}. Check that the data folder can be written.", markup=False)
        sys.exit(1)


if __name__ == "__main__":
    main()
