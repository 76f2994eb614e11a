"""Rename, hide and delete a run, and undo: the warehouse is built again and its journal stays unchanged."""

import streamlit as st

from core.formatting import escape_markdown
from core.runs.run_names import MAX_NAME, load_valid_names
from core.workflows.run_change_job import RunChange, RunChangeJob
from core.workflows.run_removal import RemovedRun, list_removed_runs
from dashboard.data.current_benchmark import get_workspace
from dashboard.data.queries import run_query
from dashboard.pages.data import texts
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import data as keys


def show() -> None:
    """Show the choice of a run with its buttons, the change under way, and what can be undone."""
    job = keys.RUN_CHANGE_JOB.read()
    is_running = isinstance(job, RunChangeJob) and job.is_running
    if isinstance(job, RunChangeJob):
        st.fragment(_show_job, run_every=1.0 if is_running else None)(job, is_running)
    labels = _list_own_runs()
    if not labels:
        st.caption(texts.NO_OWN_RUN)
    if labels:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            run_id = st.selectbox(
                texts.OWN_RUN, list(labels), format_func=lambda run_id: labels[run_id], key=keys.CHANGED_RUN
            )
            _show_rename(run_id, labels[run_id], is_running=is_running)
            _show_change("Hide", "visibility_off", run_id, labels[run_id], "hidden", is_running=is_running)
            _show_change("Delete", "delete", run_id, labels[run_id], "deleted", is_running=is_running)
        st.caption(texts.CHANGES_HELP)
    model_names: dict[str, str] = dict(run_query("runs")[["run_id", "display_name"]].itertuples(index=False))
    for run_id, name in load_valid_names(get_workspace().runs).items():
        if run_id in labels:
            _show_renamed(run_id, name, model_names[run_id], is_running=is_running)
    for removed in list_removed_runs(get_workspace()):
        _show_removed(removed, is_running=is_running)


def _list_own_runs() -> dict[str, str]:
    """Return the labels of runs that users made, by run id; neither released runs nor reference models."""
    runs = run_query("runs")
    own = runs[~runs["is_published"].astype(bool) & (runs["kind"] != "reference")]
    labels: dict[str, str] = dict(run_query("ranking", kinds=None)[["run_id", "run_label"]].itertuples(index=False))
    return {run_id: str(labels.get(run_id, run_id)) for run_id in own["run_id"]}


def _show_rename(run_id: str, label: str, *, is_running: bool) -> None:
    """Show the field for a new name behind a button."""
    with st.popover("Rename", icon=":material/edit:", disabled=is_running, key=keys.RENAME_RUN):
        st.text_input("New name", placeholder=label, max_chars=MAX_NAME, key=keys.NEW_RUN_NAME)
        is_empty = not (keys.NEW_RUN_NAME.read() or "").strip()
        st.button(
            "Rename",
            key=keys.CONFIRM_RENAMING,
            type="primary",
            on_click=_start_renaming,
            args=(run_id, label),
            disabled=is_empty or is_running,
            help=texts.ENTER_NAME if is_empty else None,
        )


def _start_renaming(run_id: str, label: str) -> None:
    name = keys.NEW_RUN_NAME.read() or ""
    keys.NEW_RUN_NAME.write("")
    _start(run_id, label, "renamed", name)


def _show_change(title: str, icon: str, run_id: str, label: str, removal: RunChange, *, is_running: bool) -> None:
    st.button(
        title,
        key=keys.CHANGE_RUN.make_key(removal),
        icon=f":material/{icon}:",
        on_click=_start,
        args=(run_id, label, removal),
        disabled=is_running,
        help=texts.CHANGE_UNDER_WAY if is_running else None,
    )


def _show_removed(removed: RemovedRun, *, is_running: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        icon = "delete" if removed.removal == "deleted" else "visibility_off"
        text = texts.describe_removed(escape_markdown(removed.label), removed.removal)
        st.markdown(f":material/{icon}: {text}", width="content")
        key = keys.UNDO_REMOVAL.make_key(removed.run_id)
        _show_undo(key, removed.run_id, removed.label, "restored", is_running=is_running)


def _show_renamed(run_id: str, name: str, model_name: str, *, is_running: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        text = texts.describe_renamed(escape_markdown(model_name), escape_markdown(name))
        st.markdown(f":material/edit: {text}", width="content")
        _show_undo(keys.UNDO_RENAMING.make_key(run_id), run_id, name, "named as before", is_running=is_running)


def _show_undo(key: ElementKey, run_id: str, label: str, change: RunChange, *, is_running: bool) -> None:
    st.button(
        "Undo",
        key=key,
        icon=":material/undo:",
        on_click=_start,
        args=(run_id, label, change),
        disabled=is_running,
        help=texts.CHANGE_UNDER_WAY if is_running else None,
    )


def _start(run_id: str, label: str, change: RunChange, name: str = "") -> None:
    keys.RUN_CHANGE_JOB.forget()
    keys.RUN_CHANGE_JOB.write(RunChangeJob(get_workspace(), run_id, change, name, label=label))


def _show_job(job: RunChangeJob, was_running: bool) -> None:
    """Show the progress; rerun the whole page when the work has ended."""
    if job.is_running:
        progress = job.progress
        st.progress(progress.share, f"{escape_markdown(progress.stage)}: {progress.done} of {progress.total}")
        return
    if was_running:
        st.rerun()
    if job.error is not None:
        st.error(escape_markdown(job.error), title=texts.CHANGE_FAILED)
    else:
        st.success(texts.describe_change(job.change, escape_markdown(job.label), escape_markdown(job.new_name)))
