"""Exports of runs in other programs' formats: a choice of format, runs and images, then a download."""

from functools import partial

import streamlit as st

from core.exporters.download import DownloadRequest, create_export, format_command, list_image_choices, make_file_name
from core.exporters.export_images import Pictures
from core.exporters.formats import FORMS
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_workspace, require_warehouse
from dashboard.data.queries import cache_per_generation, run_query
from dashboard.pages.data import texts
from dashboard.runtime.state_keys import data as keys
from dashboard.selection.selectors import choose_option, choose_segment, choose_several
from dashboard.widgets.run_selector import sort_references_last

PICTURE_TITLES: dict[Pictures, str] = {"preview": "small copies", "none": "none", "original": "original files"}


def show() -> None:
    """Show the choices, the download button, and the equivalent command, which has no size limit."""
    st.header(texts.EXPORTS_SECTION)
    st.caption(texts.EXPORTS)
    if not (labels := _list_run_labels()):
        st.markdown(texts.NO_RUN_TO_EXPORT)
        return
    key = choose_option("Form", {name: form.title for name, form in FORMS.items()}, keys.EXPORT_FORMAT, width=320)
    st.caption(FORMS[key].opened_by)
    chosen = choose_several("Runs", labels, keys.EXPORT_RUNS, "none", at_first=list(labels)[:1])
    offered = list_image_choices(key)
    pictures = offered[0]
    if len(offered) > 1:
        pictures = choose_segment("Images", {one: PICTURE_TITLES[one] for one in offered}, keys.EXPORT_IMAGES)
    run_ids = tuple(run_id for run_id in labels if run_id in chosen)
    wish = DownloadRequest(key, run_ids, pictures, sum(_count_replies().get(run_id, 0) for run_id in run_ids))
    benchmark_id = get_benchmark_info().benchmark_id
    st.download_button(
        "Download",
        partial(create_export, require_warehouse(), get_workspace(), wish),
        make_file_name(wish, benchmark_id) if run_ids else None,
        icon=":material/download:",
        on_click="ignore",
        key=keys.EXPORT_BUTTON,
        disabled=wish.why_not is not None,
        help=wish.why_not,
    )
    if run_ids:
        st.caption(texts.describe_export_command(wish.n_replies))
        st.code(format_command(wish, benchmark_id), language=None, wrap_lines=True)


@cache_per_generation
def _list_run_labels() -> dict[str, str]:
    """Return the names of runs by id, the best first, reference models last."""
    ranking = sort_references_last(run_query("ranking", kinds=None).rename(columns={"model_kind": "kind"}))
    return dict(zip(ranking["run_id"], ranking["run_label"], strict=True))


@cache_per_generation
def _count_replies() -> dict[str, int]:
    """Count the replies by run, including those without any answer."""
    ranking = run_query("ranking", kinds=None)
    return dict(zip(ranking["run_id"], ranking["cases"].astype(int), strict=True))
