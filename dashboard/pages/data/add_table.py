"""A question table dropped on the page: its columns as understood, refusals, then a button that adds the benchmark."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pandas as pd
import streamlit as st

from core.formatting import escape_markdown
from core.importers.refusal_groups import suggest_benchmark_id
from core.workflows.add_table import TableBenchmarkResult
from core.workflows.table_job import TABLE_ENDINGS, TableJob, TableRequest
from dashboard.data.current_benchmark import BENCHMARK, get_settings, list_selectable_benchmarks
from dashboard.pages.data import refusals, texts
from dashboard.pages.data.file_upload import FileUpload
from dashboard.runtime.session_state import as_text
from dashboard.runtime.state_keys import data as keys
from dashboard.widgets import navigation
from dashboard.widgets.tables import show_small_table

_AS_DETECTED = ""

CORRECTED = {
    "question": "Question",
    "options": "Options",
    "answer": "Answer key",
    "images": "Image",
    "item_id": "Id",
    "task": "Task",
    "group": "Group",
}
"""Titles of the roles whose column the user can choose, by attribute of `TableColumns`."""

_LISTS = ("options", "images")
"""Roles that can have several columns."""


def show() -> None:
    """Show the section; only for dashboards that can write."""
    st.header("Add a question table")
    st.caption(texts.explain_tables(", ".join(TABLE_ENDINGS)))
    files: Sequence[FileUpload] = st.file_uploader("Table and images", accept_multiple_files=True, key=keys.TABLE_FILES)
    if not files:
        keys.TABLE_JOB.forget()
        return
    largest_mb = 2 * int(st.get_option("server.maxUploadSize"))
    if sum(file.size for file in files) > largest_mb * 2**20:
        st.error(texts.describe_large_files(largest_mb, "trilens add"))
        return
    with st.container(horizontal=True):
        suggested = suggest_benchmark_id(_find_table_name(files), list(list_selectable_benchmarks()))
        typed_id = st.text_input("Id of the benchmark", max_chars=40, key=keys.TABLE_ID, placeholder=suggested)
        title = st.text_input("Title on pages", max_chars=100, key=keys.TABLE_TITLE, placeholder=suggested)
    request = TableRequest(as_text(typed_id).strip() or suggested, as_text(title).strip(), _read_corrections())
    job = _get_job(files, request)
    is_running = job.is_running
    st.fragment(_show, run_every=1.0 if is_running else None)(job, is_running)


def _find_table_name(files: Sequence[FileUpload]) -> str:
    return next((file.name for file in files if file.name.lower().endswith(TABLE_ENDINGS)), files[0].name)


def _read_corrections() -> dict[str, Any]:
    """Return the columns that the user chose, by role."""
    column_by_role = keys.TABLE_CORRECTIONS.read() or {}
    return {role: (name,) if role in _LISTS else name for role, name in column_by_role.items() if name}


def _get_job(files: Sequence[FileUpload], request: TableRequest) -> TableJob:
    """Return the job of these files; a changed choice starts a new one, unless the benchmark was added."""
    file_ids = tuple(file.file_id for file in files)
    former, job = keys.TABLE_JOB.read() or (None, None)
    if isinstance(job, TableJob) and former is not None and former[0] == file_ids:
        if former[1] == request or job.added is not None or job.is_adding:
            return job
    else:
        keys.TABLE_CORRECTIONS.forget()
        request = replace(request, columns={})
    job = TableJob(get_settings().workspace, [(file.name, file.getvalue()) for file in files], request)
    keys.TABLE_JOB.write(((file_ids, request), job))
    return job


def _show(job: TableJob, was_running: bool) -> None:
    """Show the state of the addition; rerun the whole page if work has started or ended since it ran."""
    is_running = job.is_running
    if is_running != was_running:
        st.rerun()
    if is_running:
        progress = job.progress
        st.progress(progress.share, f"{escape_markdown(progress.stage)}: {progress.done} of {progress.total}")
        return
    if job.error is not None:
        st.error(escape_markdown(job.error), title=texts.TABLE_FAILED)
    if job.added is not None:
        _show_added(job)
        return
    if job.columns:
        _show_corrections(job.columns, is_open=job.draft is None)
    if job.draft is not None:
        _show_draft(job, job.draft)


def _show_corrections(columns: Sequence[str], *, is_open: bool) -> None:
    """Show a choice of the column of each role; a choice reads the table again."""
    names, column_by_role = [_AS_DETECTED, *columns], keys.TABLE_CORRECTIONS.read() or {}
    with st.expander("Correct the columns", expanded=is_open), st.container(horizontal=True):
        for role, title in CORRECTED.items():
            st.selectbox(
                title,
                names,
                format_func=lambda name: name or "as detected",
                index=names.index(column_by_role[role]) if column_by_role.get(role) in names else 0,
                key=keys.TABLE_COLUMN.make_key(role),
                on_change=_correct,
                args=(role,),
                width=200,
            )


def _correct(role: str) -> None:
    """Keep the chosen column, since the widget is not drawn while the table is read, and read the table again."""
    column_by_role = keys.TABLE_CORRECTIONS.read() or {}
    keys.TABLE_CORRECTIONS.write(column_by_role | {role: keys.TABLE_COLUMN.make_key(role).read() or ""})
    st.rerun()


def _show_draft(job: TableJob, draft: TableBenchmarkResult) -> None:
    refused = len(draft.refusals)
    st.markdown(texts.describe_draft(draft.items, refused))
    uses = pd.DataFrame(
        [(use.column, use.role or "not used", use.example) for use in draft.column_uses],
        columns=["Column", "Used as", "Example"],
    )
    show_small_table(uses, {})
    st.markdown("\n".join(f"- {escape_markdown(sentence)}" for sentence in (*draft.kinds, *draft.notes)))
    cleaned = [replace(item, reason=job.format_error(item.reason)) for item in draft.refusals]
    refusals.show(cleaned, refused, can_create=False)
    st.button(
        f"Add {job.benchmark_id}", on_click=job.add, key=keys.ADD_TABLE, type="primary", icon=":material/database:"
    )


def _show_added(job: TableJob) -> None:
    st.success(texts.describe_added(escape_markdown(job.benchmark_id)))
    st.page_link(
        navigation.OVERVIEW,
        label=f"Open {escape_markdown(job.benchmark_id)}",
        icon=":material/database:",
        query_params={BENCHMARK: job.benchmark_id},
    )
