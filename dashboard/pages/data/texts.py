"""Texts of the page Data."""

from core.formatting import escape_markdown, format_count

MAX_VERSION = 10
"""Maximum characters of a version on the page."""

LEAD = "See what is stored and where it comes from, import runs, and export them for other programs."

READ_ONLY = (
    "This demo is read-only: it shows every run, and imports nothing. In your own Trilens, logs and tables are dropped "
    "here."
)

NO_MODEL = "Once one has, its runs are listed here with their scores."
USAGE_NOTE = "Cells are empty if a run's replies do not state their tokens (for the cost) or their seconds."
NO_LIVE_RUN = "The run has ended. Its replies count after the next build."

IMPORT_LOGS = """\
- Logs of Inspect, lm-evaluation-harness, lmms-eval, VLMEvalKit, promptfoo, HELM, OpenAI Batch and OpenAI Evals
- Tables with the columns *case_id* and *reply*"""
IMPORT_NOTES = (
    "Drop files that belong together at once: a log with its results file, a batch with its input and errors, images "
    "that a log only names. Nothing is imported until you confirm. The files are deleted when this session ends. For "
    "larger ones, use the command: trilens import."
)

ALL_BENCHMARKS = "All installed benchmarks"
NO_CHOICE_NEEDED = "Not needed if the logs become a new benchmark."
MODEL_OF_LOGS = "Model, for logs that do not name it"
MORE_OPTIONS = "If a log does not name its cases, or asks other questions"
MAP = "Map: a CSV file with the columns index (the program's own id of a row) and case_id"
NEW_BENCHMARK = "Create a new benchmark from the logs, called"
NEW_BENCHMARK_ID = "lowercase letters, digits and _"
NEW_BENCHMARK_HELP = "Its questions, options, images and correct answers come from the logs."
IMPORT_FAILED = "These logs cannot be imported"
PLANNED_RUNS = "Runs that can be imported"
NO_RUN_TO_IMPORT = "No run can be imported."
ENTER_MODEL = "Enter its name in *Model* above."
MAP_ROWS = "Map its rows to cases"
CREATE_BENCHMARK = "Create a benchmark from this log"
TABLE_FAILED = "This table cannot be added"
NO_OWN_RUN = "Runs that you import or ask can be renamed, hidden and deleted here."
OWN_RUN = "Imported or asked run"

CHANGES_HELP = (
    "A new name is shown on every page; exports keep the run's id. A hidden or deleted run is left out of every "
    "page. Each change starts a build. The journal stays in the data folder unchanged, so all three can be undone. "
    "Backups leave out removed runs."
)

ENTER_NAME = "Enter a name, then press Enter."
CHANGE_UNDER_WAY = "A change is under way."
CHANGE_FAILED = "The run was not changed, or the build stopped"
EXPORTS_SECTION = "Runs in other programs' formats"

EXPORTS = (
    "Raw replies with their parsed answers, one score per answer and truth. Missing scores are left out, never 0. "
    "Only the command line exports original images: --pictures original."
)

NO_RUN_TO_EXPORT = "No model has answered yet, so no run can be exported."
DOWNLOADS = "Every public table of the warehouse, with the meaning of its columns."
CORRECTIONS = "Values that other files of the release contradict."
REFUSED = "Rows that the warehouse leaves out, with the reasons."
TRUTHS_SECTION = "Truth: released vs. recomputed"
TRUTHS = "Released truths that differ by more than rounding from those computed by the paper's rules."
ANSWERS_SECTION = "Answers: released vs. parsed by Trilens"
ANSWERS = "Answers that the release parses or scores differently from this warehouse, by more than 1e-9."
CONTENTS_SECTION = "What is stored"
FILES_TABLE = "Files with checksums"


def describe_contents(n_models: int, n_cases: int, n_images: int, case: str, cases: str) -> str:
    """State how many models and cases are stored, and how many cases lack images.

    Args:
        n_models: number of vision-language models.
        n_cases: number of cases.
        n_images: number of cases whose images are stored.
        case: the benchmark's word for one case.
        cases: the same for several.
    """
    n_absent = n_cases - n_images
    verb = "is" if n_absent == 1 else "are"
    absent = f" ({n_absent:,} of them {verb} not on this server)" if n_absent else ""
    models = format_count(n_models, "model") if n_models else "no model yet"
    return f"{format_count(n_cases, case, cases)}{absent}; {models}."


def shorten_version(version: str) -> str:
    """Return a version, the first characters of it if it is long."""
    return version if len(version) <= 2 * MAX_VERSION else f"{version[:MAX_VERSION]}…"


def describe_build(built_at: str, version: str, build_s: float) -> str:
    """State when the warehouse was built, by which version, and in which time."""
    return f"Built {built_at} by Trilens {version}, in {build_s:.1f} s: "


def describe_checked_files(n_verified: int, n_changed: int, n_absent: int, n_unlisted: int) -> str:
    """State how many files have the published checksums."""
    others = {"changed": n_changed, "not downloaded": n_absent, "without a published checksum": n_unlisted}
    counts = [f"{count:,} {state}" for state, count in others.items() if count]
    return f"{', '.join([f'{n_verified:,} files are as published', *counts])}; *Provenance* names each."


def describe_unchecked_files(n_files: int) -> str:
    """State how many files were read, if no checksums are published."""
    return f"{n_files:,} files were read. No published checksums exist to compare them with."


def describe_live_run(run: str, answered: str, n_failed: int, silent_s: float) -> str:
    """Describe a run under way: how much is answered, how much failed, and the time since its last reply.

    Args:
        run: label of the run, in Markdown.
        answered: as `12 of 400 cases`.
        n_failed: number of requests that failed.
        silent_s: seconds since the last reply.
    """
    failed = f", {n_failed:,} failed so far" if n_failed else ""
    return f"{run}: {answered} answered{failed}; last reply {silent_s:,.0f} s ago"


def describe_large_files(max_mb: int, command: str) -> str:
    """State that files exceed the maximum size, and what to do.

    Args:
        max_mb: maximum of all files together.
        command: that has no such maximum, as `trilens import`.
    """
    return f"These files are larger than {max_mb} MB together. Drop fewer, or use {command}."


def describe_large_map(max_mb: int) -> str:
    """State that the map exceeds its maximum size, and what to do."""
    return f"The map is larger than {max_mb} MB. Drop a smaller one, or use trilens import."


def describe_new_benchmark(n_questions: int, n_sets: dict[str, int]) -> str:
    """Describe the new benchmark that the import would create.

    Args:
        n_questions: number of its questions.
        n_sets: number of its sets by protocol, in Markdown.
    """
    sets = "".join(f", {format_count(number, f'{protocol} set')}" for protocol, number in n_sets.items())
    return f"{format_count(n_questions, 'question')}{sets} would be the new benchmark. "


def describe_plan(new_benchmark: str, n_runs: int, n_replies: int, n_refused: int) -> str:
    """State what can be imported and how much is refused.

    Args:
        new_benchmark: sentence on the benchmark that the import would create; may be empty.
        n_runs: number of runs that can be imported.
        n_replies: number of their replies.
        n_refused: number of refused rows and files.
    """
    imported = f"{format_count(n_runs, 'run')} with {format_count(n_replies, 'reply', 'replies')} can be imported"
    refused = f"{format_count(n_refused, 'row or file is', 'rows or files are')} refused"
    return f"**{new_benchmark}{imported}; {refused}.**"


def describe_planned_run(file: str, model: str, benchmark: str, n_replies: int, covered: str, *, is_held: bool) -> str:
    """Describe what the import of a run would add, in Markdown.

    Args:
        file: name of the log.
        model: name of the model.
        benchmark: title of the benchmark.
        n_replies: number of replies.
        covered: the cases that they answer, as `all cases`.
        is_held: whether these replies were imported before.
    """
    held = "; these replies are already here" if is_held else ""
    return (
        f"**{escape_markdown(file)}**: {format_count(n_replies, 'reply', 'replies')} of {escape_markdown(model)} to "
        f"{escape_markdown(benchmark)}, on {covered}{held}."
    )


def describe_imported(n_runs: int, benchmark: str) -> str:
    """State how many runs were imported, before their ranking."""
    verb, pronoun = ("is", "it") if n_runs == 1 else ("are", "them")
    return f"{format_count(n_runs, 'run')} of {escape_markdown(benchmark)} {verb} imported. The ranking with {pronoun}:"


def describe_further_reasons(n_reasons: int) -> str:
    """State how many reasons only the table shows."""
    return f"{format_count(n_reasons, 'further reason is', 'further reasons are')} in the table."


def name_refused(n_refused: int) -> str:
    """Return the title of the table of refused rows and files."""
    return f"Why? {format_count(n_refused, 'row or file', 'rows or files')}"


def explain_tables(endings: str) -> str:
    """Explain which tables and images become a benchmark."""
    return (
        f"A table with one question per row ({endings}) becomes a benchmark. It needs columns for the question, its "
        "options, the correct answer and the image. Drop it together with the images that it names by file name; "
        "images can also be in the table as base64. Nothing is added until you confirm. For larger tables, folders "
        "of images and more options, use the command: trilens add."
    )


def describe_draft(n_questions: int, n_refused: int) -> str:
    """State how many questions of the table can be added and how many rows are refused."""
    added = f"{format_count(n_questions, 'question')} can be added"
    return f"**{added}; {format_count(n_refused, 'row is', 'rows are')} refused.**"


def describe_added(benchmark: str) -> str:
    """State that the table is a benchmark now, and how to ask a model."""
    return f"{benchmark} is a benchmark now. Ask a model: trilens run --benchmark {benchmark} --model MODEL"


def describe_removed(run: str, removal: str) -> str:
    """State that a run is hidden or deleted."""
    return f"{run} is {removal}."


def describe_renamed(model: str, name: str) -> str:
    """State the new name of a run."""
    return f"A run of {model} is now called {name}."


def describe_change(change: str, run: str, new_name: str) -> str:
    """State what has changed.

    Args:
        change: how a run was changed: renamed, named as before, hidden, deleted or restored.
        run: its former label, in Markdown.
        new_name: in Markdown; empty unless it was renamed.
    """
    if change == "renamed":
        return f"{run} is now called {new_name}."
    return f"{run} has its former name again." if change == "named as before" else f"{run} is {change}."


def describe_export_command(n_replies: int) -> str:
    """Introduce the command that exports the same."""
    return f"{n_replies:,} replies. The same on the command line, without a size limit:"


def describe_download_limit(n_rows: int, max_rows: int) -> str:
    """State that a table is too large to download."""
    return f"{n_rows:,} rows; a download has at most {max_rows:,}. Use the command."


def describe_download_command(n_rows: int) -> str:
    """Introduce the command that has no limit."""
    return f"{n_rows:,} rows. The command line has no limit:"


def describe_journals(cost_note: str) -> str:
    """Explain the table of journals."""
    return (
        "Each run's model, prompt, image view, request options, seconds, tokens and cost. A run is a journal file. "
        f"{cost_note}"
    )
