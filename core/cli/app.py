"""The commands by name. A command imports its dependencies when it runs, so that `--help` stays fast."""

import typer

from core.cli import add, backup, data, doctor, explain_gap, gate, models, plan, probe, reporting, serve, synthesize

app = typer.Typer(
    help="Trilens: evaluate how vision-language models reason about space, from a benchmark's files to scores.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command("fetch")(data.fetch_command)
app.command("build")(data.build_command)
app.add_typer(synthesize.app, name="synthesize")
app.command("add")(add.add_command)
app.command("clean")(data.clean_command)
app.command("prepare")(data.prepare_command)
app.command("status")(data.print_status_command)
app.command("report")(reporting.report_command)
app.command("accuracy")(reporting.print_accuracy_command)
app.command("probe")(probe.probe_command)
app.command("export")(reporting.export_command)
app.command("run")(models.run_command)
app.command("ask")(models.ask_command)
app.command("import")(models.import_command)
app.command("reread")(models.reread_command)
app.command("gate")(gate.run_gate_command)
app.command("explain-gap")(explain_gap.run_explain_gap_command)
app.command("plan")(plan.plan_command)
app.command("backup")(backup.write_backup_command)
app.command("restore")(backup.restore_command)
app.command("doctor")(doctor.run_doctor_command)
app.command("serve")(serve.serve_command)
