"""The command `doctor`."""

from core.cli.terminal import stdout
from core.errors import TrilensError
from core.formatting import to_single_line


def run_doctor_command() -> None:
    """Check this installation and state how to fix it: packages, settings, permissions, disk space, data, port."""
    from core.cli.diagnostics import run_checks

    checks = run_checks()
    for check in checks:
        stdout.print(f"{check.state:5}  {check.area:9}  {to_single_line(check.sentence)}", markup=False)
    wrong = [check.area for check in checks if check.state == "wrong"]
    if wrong:
        raise TrilensError(f"Problems: {', '.join(dict.fromkeys(wrong))}. The lines above state what to do.")
