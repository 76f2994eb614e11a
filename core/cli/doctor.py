"""The command `doctor`."""

from core.cli.terminal import stdout
from core.errors import TrilensError
from core.formatting import to_single_line


def run_doctor_command() -> None:
    """Check this installation and state how to fix it: packages, settings, permissions, disk space, data, port."""
    from core.cli.diagnostics import run_checks

    found = run_checks()
    for one in found:
        stdout.print(f"{one.state:5}  {one.area:9}  {to_single_line(one.sentence)}", markup=False)
    wrong = [one.area for one in found if one.state == "wrong"]
    if wrong:
        raise TrilensError(f"Problems: {', '.join(dict.fromkeys(wrong))}. The lines above state what to do.")
