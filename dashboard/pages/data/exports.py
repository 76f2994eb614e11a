"""Runs in the forms of other programs: a choice of form, runs and pictures, then a download."""

from functools import partial

import streamlit as st

from core.exporters.download import Wish, command, made, name_of, pictures_of
from core.exporters.formats import FORMS
from core.exporters.export_images import Pictures
from dashboard.selection.selectors import choose_listed, choose_one, choose_several
from dashboard.widgets.run_selector import references_last
from dashboard.data.queries import about, benchmark_settings, per_generation, query, shown_warehouse

PICTURE_TITLES: dict[Pictures, str] = {"preview": "small copies", "none": "none", "original": "original files"}


def show() -> None:
    """The choices, the button, and the command that does the same without bounds."""
    st.header("Runs in other programs' forms")
    st.caption(
        "Raw replies with what was read from them, one score an answer and truth. Missing scores are left out, never 0."
        " Original pictures come from the command line only: --pictures original."
    )
    if not (labels := _labels()):
        st.markdown("Nobody has answered yet: there is no run to export.")
        return
    key = choose_listed("Form", {name: form.title for name, form in FORMS.items()}, "export_form", width=320)
    st.caption(FORMS[key].opened_by)
    chosen = choose_several("Runs", labels, "export_runs", "none", at_first=list(labels)[:1])
    offered = pictures_of(key)
    pictures = offered[0]
    if len(offered) > 1:
        pictures = choose_one("Pictures", {one: PICTURE_TITLES[one] for one in offered}, "export_pictures")
    run_ids = tuple(run_id for run_id in labels if run_id in chosen)
    wish = Wish(key, run_ids, pictures, sum(_counts().get(run_id, 0) for run_id in run_ids))
    benchmark_id = about().benchmark_id
    st.download_button(
        "Download",
        partial(made, shown_warehouse(), benchmark_settings(), wish),
        name_of(wish, benchmark_id) if run_ids else None,
        icon=":material/download:",
        on_click="ignore",
        key="export-download",
        disabled=wish.why_not is not None,
        help=wish.why_not,
    )
    if run_ids:
        st.caption(f"{wish.n_replies:,} replies. The same on the command line, where nothing is too large:")
        st.code(command(wish, benchmark_id), language=None, wrap_lines=True)


@per_generation
def _labels() -> dict[str, str]:
    """Name by run, the best first, reference models last."""
    ranking = references_last(query("ranking", kinds=None).rename(columns={"model_kind": "kind"}))
    return dict(zip(ranking["run_id"], ranking["run_label"], strict=True))


@per_generation
def _counts() -> dict[str, int]:
    """Replies by run: a reply has its answers, one with none of them too."""
    ranking = query("ranking", kinds=None)
    return dict(zip(ranking["run_id"], ranking["cases"].astype(int), strict=True))
