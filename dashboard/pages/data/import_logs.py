"""Import of other programs' logs dropped on the page: a preview of runs and refusals, then the import."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from core.benchmarks.registry import find_entry
from core.formatting import MISSING, capitalise_first, escape_markdown
from core.importers.import_plan import ImportPlan, PlannedRun
from core.records import ReplyStatus
from core.workflows.benchmark_from_logs import LogBenchmarkResult
from core.workflows.import_job import BenchmarkRanking, ImportRequest, LogImportJob
from dashboard.data.current_benchmark import (
    BENCHMARK,
    get_benchmark_id,
    get_settings,
    list_available_benchmarks,
    list_selectable_benchmarks,
)
from dashboard.pages.data import refusals, texts
from dashboard.pages.data.file_upload import FileUpload
from dashboard.runtime.session_state import as_text
from dashboard.runtime.state_keys import data as keys
from dashboard.widgets import navigation
from dashboard.widgets.tables import show_small_table, show_table

LARGEST_DROP = 2
"""Number of files of the maximum size that one upload may hold."""

LARGEST_MAP_BYTES = 20_000_000

MAX_SENTENCES = 5
"""Maximum number of runs with a sentence above their table."""

EVERY_BENCHMARK = ""
STATUSES: dict[ReplyStatus, str] = {
    "ok": "Whole",
    "cut": "Cut",
    "refused": "Declined",
    "filtered": "Filtered",
    "empty": "Empty",
    "api_error": "Failed",
    "missing": "Not asked",
}
"""Headings for reply statuses; a reply that the model declined is not a row that the import refuses."""


def show() -> None:
    """Show the section; only for dashboards that can write."""
    st.header(navigation.IMPORT_LOGS)
    st.markdown(texts.IMPORT_LOGS)
    st.caption(texts.IMPORT_NOTES)
    files: Sequence[FileUpload] = st.file_uploader("Logs", accept_multiple_files=True, key=keys.LOG_FILES)
    with st.container(horizontal=True):
        available_benchmarks, becomes_benchmark = (list_available_benchmarks(), bool(keys.NEW_BENCHMARK.read()))
        benchmark_id = st.selectbox(
            "Benchmark",
            [*available_benchmarks, EVERY_BENCHMARK],
            index=available_benchmarks.index(get_benchmark_id()),
            format_func=lambda name: list_selectable_benchmarks()[name].title if name else texts.ALL_BENCHMARKS,
            key=keys.LOG_BENCHMARK,
            disabled=becomes_benchmark,
            help=texts.NO_CHOICE_NEEDED if becomes_benchmark else None,
        )
        model = st.text_input(texts.MODEL_OF_LOGS, key=keys.LOG_MODEL, max_chars=100)
    is_open = bool(keys.ADVANCED_IS_OPEN.read())
    with st.expander(texts.MORE_OPTIONS, expanded=is_open):
        mapping: FileUpload | None = st.file_uploader(
            texts.MAP, type="csv",
            key=keys.LOG_MAP, max_upload_size=LARGEST_MAP_BYTES // 10**6,
        )  # fmt: skip
        named = st.text_input(
            texts.NEW_BENCHMARK,
            key=keys.NEW_BENCHMARK,
            max_chars=40,
            placeholder=texts.NEW_BENCHMARK_ID,
            help=texts.NEW_BENCHMARK_HELP,
        )
    as_benchmark = as_text(named).strip()
    if not files:
        _forget()
        return
    largest_mb = LARGEST_DROP * int(st.get_option("server.maxUploadSize"))
    if sum(file.size for file in files) > largest_mb * 2**20:
        st.error(texts.describe_large_files(largest_mb, "trilens import"))
        return
    if mapping and mapping.size > LARGEST_MAP_BYTES:
        st.error(texts.describe_large_map(LARGEST_MAP_BYTES // 10**6))
        return
    said = ImportRequest(
        str(benchmark_id) or None, as_text(model).strip(), mapping.getvalue() if mapping else None, as_benchmark
    )
    taking = _get_import(files, said)
    is_running = taking.is_running
    st.fragment(_show, run_every=1.0 if is_running else None)(taking, is_running)


def _get_import(files: Sequence[FileUpload], request: ImportRequest) -> LogImportJob:
    """Return the import job of these files; a changed choice starts a new one and drops the previous plan."""
    chosen = (tuple(file.file_id for file in files), request)
    kept, taking = keys.IMPORT_JOB.read() or (None, None)
    if kept != chosen or not isinstance(taking, LogImportJob):
        _forget()
        taking = LogImportJob(get_settings().workspace, [(file.name, file.getvalue()) for file in files], request)
        keys.IMPORT_JOB.write((chosen, taking))
    return taking


def _forget() -> None:
    """Remove the previous upload; what was imported from it stays."""
    _, taking = keys.IMPORT_JOB.take() or (None, None)
    if isinstance(taking, LogImportJob):
        taking.close()


def _show(taking: LogImportJob, was_running: bool) -> None:
    """Show the state of the import; rerun the whole page if work has started or ended since it ran."""
    is_running = taking.is_running
    if is_running != was_running:
        st.rerun()
    if is_running:
        progress = taking.progress
        st.progress(progress.share, f"{escape_markdown(progress.stage)}: {progress.done} of {progress.total}")
        return
    if taking.error is not None:
        st.error(escape_markdown(taking.error), title=texts.IMPORT_FAILED)
    if taking.ranked is not None:
        for ranked in taking.ranked:
            _show_ranked(ranked)
    elif taking.planned is not None:
        _show_planned(taking, taking.planned)


def _show_planned(taking: LogImportJob, planned: ImportPlan) -> None:
    replies = sum(run.statuses.total() for run in planned.runs)
    added = taking.added
    refused = planned.refused + (added.refused if added else 0)
    new_benchmark = _describe_new_benchmark(added) if added else ""
    st.markdown(texts.describe_plan(new_benchmark, len(planned.runs), replies, refused))
    if planned.runs:
        st.markdown("\n".join(f"- {_describe_run(run)}" for run in planned.runs[:MAX_SENTENCES]))
        show_table(_build_run_table(planned.runs), "planned_runs", alt=texts.PLANNED_RUNS)
        for sentence in dict.fromkeys(note for run in planned.runs for note in _list_notes(run)):
            st.caption(escape_markdown(sentence))
    items = [*(added.refusals if added else []), *planned.refusals]
    refusals.show(
        [
            replace(item, source=taking.format_path(item.source), reason=taking.format_path(item.reason))
            for item in items
        ],
        refused,
        can_create=added is None,
    )
    st.button(
        "Import",
        on_click=taking.take,
        key=keys.IMPORT_LOGS,
        type="primary",
        icon=":material/database:",
        disabled=not planned.runs,
        help=None if planned.runs else texts.NO_RUN_TO_IMPORT,
    )


def _describe_new_benchmark(added: LogBenchmarkResult) -> str:
    """Describe the new benchmark that the import would create."""
    n_sets = {escape_markdown(protocol): number for protocol, number in added.added.sets.items()}
    return texts.describe_new_benchmark(added.added.items, n_sets)


def _build_run_table(runs: Sequence[PlannedRun]) -> pd.DataFrame:
    """Build a row per run: its replies by status, and the number of the benchmark's cases without a reply."""
    found = [status for status in STATUSES if any(run.statuses[status] for run in runs)]
    rows: list[dict[str, Any]] = [
        {
            "Program": run.logged.program or "Table",
            "Task": run.logged.task,
            "Model": run.journal.run.model.display_name,
            "Is": "already here" if run.journal.is_held() else "new",
            "Replies": run.statuses.total(),
            **{STATUSES[status]: run.statuses[status] for status in found},
            "Missing": len(run.missing),
            "Benchmark": find_entry(run.known.workspace).title,
            "Run": run.journal.run.run_id,
            "Log": run.file.name,
        }
        for run in runs
    ]
    return pd.DataFrame(rows)


def _describe_run(run: PlannedRun) -> str:
    """Describe what an import of a run would add, as Markdown."""
    n_cases = len(run.known.cases)
    n_answered = n_cases - len(run.missing)
    words = run.known.contents.words
    return texts.describe_planned_run(
        run.file.name,
        run.journal.run.model.display_name,
        find_entry(run.known.workspace).title,
        run.statuses.total(),
        f"{n_answered:,} of {n_cases:,} {words.cases}" if run.missing else "all cases",
        is_held=run.journal.is_held(),
    )


def _list_notes(run: PlannedRun) -> list[str]:
    ended = f"{run.journal.run.run_id}: {run.logged.ended}." if run.logged.ended else ""
    return [*run.logged.notes, *([ended] if ended else [])]


def _show_ranked(ranked: BenchmarkRanking) -> None:
    new = ranked.rows["run_id"].isin(ranked.run_ids)
    st.success(texts.describe_imported(int(new.sum()), ranked.title))
    table = pd.DataFrame(
        {
            " ": new.map({True: "→", False: ""}),
            "Place": [
                f"{index}" if is_ranked else MISSING
                for index, is_ranked in enumerate(ranked.rows["is_ranked"], start=1)
            ],
            "Run": ranked.rows["run_label"],
            f"{capitalise_first(ranked.score)}, percent": ranked.rows["score"],
            "Cases": [
                f"{cases:,} of {all_cases:,}" if cases < all_cases else f"{cases:,}"
                for cases, all_cases in zip(ranked.rows["cases"], ranked.rows["all_cases"], strict=True)
            ],
            "Unreadable": ranked.rows["unreadable"],
        }
    )
    if ranked.benchmark_id != get_benchmark_id():
        st.page_link(
            navigation.OVERVIEW,
            label=f"Open {escape_markdown(ranked.title)}",
            icon=":material/database:",
            query_params={BENCHMARK: ranked.benchmark_id},
        )
    show_small_table(table, {f"{capitalise_first(ranked.score)}, percent": "{:.2f}"}, ["Unreadable"])
    if ranked.unranked:
        st.caption(escape_markdown(ranked.unranked))
