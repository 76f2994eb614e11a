"""Hide and delete a run, and undo: the warehouse is built again without it, and its journal is kept."""

from typing import Literal

import streamlit as st

from core.formatting import escape_markdown
from core.workflows.run_removal import Removal, RemovedRun, RunChangeJob, list_removed_runs
from dashboard.data.queries import get_benchmark_settings, run_query
from dashboard.runtime.session_state import take_state

_JOB = "run-change"
"""Session key of the change under way, or of the last one."""

_CHOSEN = "run-to-change"


def show() -> None:
    """Show the choice of a run with its buttons, the change under way, and the removed runs with *Undo*."""
    job = st.session_state.get(_JOB)
    is_running = isinstance(job, RunChangeJob) and job.is_running
    if isinstance(job, RunChangeJob):
        st.fragment(_show_job, run_every=1.0 if is_running else None)(job, is_running)
    labels = _list_own_runs()
    if labels:
        with st.container(horizontal=True, vertical_alignment="bottom"):
            run_id = st.selectbox(
                "Imported or asked run", list(labels), format_func=lambda run_id: labels[run_id], key=_CHOSEN
            )
            _show_change("Hide", "visibility_off", run_id, "hidden", is_running=is_running)
            _show_change("Delete", "delete", run_id, "deleted", is_running=is_running)
        st.caption(
            "A hidden or deleted run is left out of every page after a build, which starts at once. Its journal stays "
            "in the data folder, so both can be undone. Backups leave out removed runs."
        )
    for removed in list_removed_runs(get_benchmark_settings()):
        _show_removed(removed, is_running=is_running)


def _list_own_runs() -> dict[str, str]:
    """Return the labels of runs that users made, by run id; neither released runs nor reference models."""
    runs = run_query("runs")
    own = runs[~runs["is_published"].astype(bool) & (runs["kind"] != "reference")]
    labels: dict[str, str] = dict(run_query("ranking", kinds=None)[["run_id", "run_label"]].itertuples(index=False))
    return {run_id: str(labels.get(run_id, run_id)) for run_id in own["run_id"]}


def _show_change(label: str, icon: str, run_id: str, removal: Removal, *, is_running: bool) -> None:
    st.button(
        label,
        key=f"run-{removal}",
        icon=f":material/{icon}:",
        on_click=_start,
        args=(run_id, removal),
        disabled=is_running,
        help="A change is under way." if is_running else None,
    )


def _show_removed(removed: RemovedRun, *, is_running: bool) -> None:
    with st.container(horizontal=True, vertical_alignment="center"):
        st.markdown(
            f":material/{'delete' if removed.removal == 'deleted' else 'visibility_off'}: "
            f"{escape_markdown(removed.label)} is {removed.removal} ({escape_markdown(removed.run_id)}).",
            width="content",
        )
        st.button(
            "Undo",
            key=f"run-undo-{removed.run_id}",
            icon=":material/undo:",
            on_click=_start,
            args=(removed.run_id, "restored"),
            disabled=is_running,
            help="A change is under way." if is_running else None,
        )


def _start(run_id: str, change: Removal | Literal["restored"]) -> None:
    take_state(_JOB, RunChangeJob)
    st.session_state[_JOB] = RunChangeJob(get_benchmark_settings(), run_id, change)


def _show_job(job: RunChangeJob, was_running: bool) -> None:
    """Show the progress; rerun the whole page when the work has ended."""
    if job.is_running:
        progress = job.progress
        st.progress(progress.share, f"{escape_markdown(progress.stage)}: {progress.done} of {progress.total}")
        return
    if was_running:
        st.rerun()
    if job.error is not None:
        st.error(escape_markdown(job.error), title="The run was not changed, or the build stopped")
    else:
        st.success(f"{escape_markdown(job.run_id)} is {job.change}.")
