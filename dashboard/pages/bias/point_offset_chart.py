"""Chart of a run's offsets from the right place, over all cases."""

from html import escape

import pandas as pd
import plotly.graph_objects as go
import streamlit as st

from core.analyses.point_offsets import compute_mean_offsets, compute_offsets
from core.formatting import escape_markdown
from core.overlays.answer_shapes import is_drawable
from core.records import Question
from dashboard.charts.template import build_figure, drawn_once
from dashboard.pages.bias import texts
from dashboard.runtime.state_keys import bias as keys
from dashboard.style.palette import NEUTRAL
from dashboard.widgets.case_chart import show_case_chart

CHART_PX = 430


def show_point_offsets(label: str, colour: str, answers: pd.DataFrame, question: Question) -> None:
    """Show where a run points in relation to what is right; nothing for answers without a place in the image.

    Args:
        label: of the run.
        colour: of its model.
        answers: its readable answers to the question.
        question: the question.
    """
    if not is_drawable(question.kind):
        st.info(texts.NO_PLACE)
        return
    st.subheader(texts.OFFSETS_TITLE)
    offsets = compute_offsets(answers, question.kind)
    if offsets.empty:
        st.info(texts.NONE_READ)
        return
    means = compute_mean_offsets(offsets)
    st.markdown(f"**{escape_markdown(label)}: {'; '.join(mean.sentence for mean in means)}.**")
    show_case_chart(
        draw_point_offsets(offsets[["case_id", "dx", "dy"]], colour),
        keys.OFFSET_CHART,
        texts.describe_offsets_chart(label),
    )
    st.caption(texts.OFFSETS_CAPTION)


@drawn_once
def draw_point_offsets(offsets: pd.DataFrame, colour: str) -> go.Figure:
    """Draw the offsets of answers, right and down as in the image; `customdata` is the case.

    Args:
        offsets: case_id, dx and dy in percent of the image.
        colour: of the model.
    """
    reach = max(5.0, 1.1 * float(offsets[["dx", "dy"]].abs().to_numpy().max()))
    line = {"color": NEUTRAL, "width": 1.5, "dash": "dash"}
    shared = {"mode": "lines", "hoverinfo": "skip", "showlegend": False, "line": line}
    marks = {
        "x": offsets["dx"],
        "y": offsets["dy"],
        "mode": "markers",
        "showlegend": False,
        "customdata": offsets["case_id"],
        "marker": {"color": colour, "size": 8, "opacity": 0.5},
        "hovertext": offsets["case_id"].map(escape),
        "hovertemplate": texts.OFFSET_HOVER,
    }
    traces = [{"x": [-reach, reach], "y": [0, 0], **shared}, {"x": [0, 0], "y": [-reach, reach], **shared}, marks]
    return build_figure(
        traces,
        CHART_PX,
        xaxis={"title": texts.OFFSET_X_AXIS, "range": [-reach, reach]},
        yaxis={"title": texts.OFFSET_Y_AXIS, "range": [reach, -reach]},
    )
