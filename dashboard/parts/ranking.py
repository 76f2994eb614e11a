"""The charts of the overview: who is how good, in which frame, and what tilt and objects do. One is shown at a time."""

import pandas as pd
import streamlit as st

from core.analyses.overview import REFERENCE_LINES, Overview, findings, overview, reference_findings, reference_lines
from core.warehouse.read import NO_FILTERS
from dashboard import charts
from dashboard.charts.forest import forest
from dashboard.filters import address, clear_filters
from dashboard.queries import answers, model_kinds, per_generation, query, table
from dashboard.sidebar import shown_kinds, with_references
from dashboard.tables import download, show_small_table

CHARTS = {
    "kappa": "Kappa 3D",
    "frames": "3D against 2D",
    "skill": "Skill",
    "tilt": "Tilt effect",
    "object": "Object effect",
}
EXPLAINED = {
    "kappa": "Kappa is the paper's accuracy: 1 minus the error, over the readable answers to Q1 to Q6, against the "
    "tape measure. Lines are 95 % intervals; the unit is the triangle.",
    "frames": "3D compares with the tape measure, 2D with the triangle as it appears in the image plane.",
    "skill": "Kappa 3D less that of the blind constant, the best fixed answer, same photographs and questions.",
    "tilt": "Kappa 3D on tilted photographs less that on planar ones, same triangles. The paper pools the models.",
    "object": "Kappa 3D with an object in the square less that without, same triangles. The paper pools the models.",
}


@per_generation
def analysed() -> Overview:
    """The overview of the current generation."""
    return overview(answers(NO_FILTERS), table("lifts"))


@per_generation
def sentences() -> list[str]:
    """Its findings; of the reference models where nobody else has answered."""
    return findings(analysed()) or reference_findings(analysed())


@st.fragment
def show(found: Overview) -> None:
    """The choice of a chart, the chart, and what it measures."""
    name = (
        st.segmented_control(
            "Chart",
            list(CHARTS),
            format_func=CHARTS.__getitem__,
            default="kappa",
            required=True,
            key="chart",
            bind="query-params",
            label_visibility="collapsed",
        )
        or "kappa"
    )
    kinds = model_kinds()
    if name == "frames":
        rows = query("ranking", kinds=shown_kinds()).dropna(subset=["kappa_3d"])
        figure = charts.ranking(rows, kinds)
    else:
        rows = _rows(found, name)
        figure = forest(rows, kinds, *_axis(found, name))
    st.plotly_chart(
        figure,
        key="ranking",
        on_select=lambda: _open_cases(rows, name),
        selection_mode="points",
        config=charts.CONFIG,
        alt=f"{CHARTS[name]} of every model",
    )
    st.caption(EXPLAINED[name])


def show_table(rows: pd.DataFrame, found: Overview) -> None:
    """The ranking with its intervals, counts and what could not be read.

    Args:
        rows: the query `ranking`.
        found: the overview.
    """
    intervals = found.kappa.set_index("run_id")[["low", "high"]]
    rows = rows.join(intervals, on="run_id")
    columns = {
        "run_label": "Model",
        "kappa_3d": "kappa 3D, %",
        "interval": "95 % interval",
        "kappa_2d": "kappa 2D, %",
        "image_plane_reliance": "2D − 3D",
        "n": "n",
        "unreadable": "unreadable",
        "photographs": "photographs",
        "triangles": "triangles",
    }
    two_decimals = dict.fromkeys(("kappa 3D, %", "kappa 2D, %", "2D − 3D"), "{:.2f}")
    named = rows.assign(interval=intervals_in_words(rows))[list(columns)].rename(columns=columns)
    show_small_table(named, two_decimals, ("n", "unreadable", "photographs", "triangles"))
    download(rows, "ranking")


def show_pairs(pairs: pd.DataFrame) -> None:
    """Every two models, their difference and whether it can be told from none."""
    columns = {
        "first_label": "Model",
        "second_label": "against",
        "value": "difference",
        "interval": "95 % interval",
        "corrected_p": "p, corrected",
        "verdict": "verdict",
    }
    named = pairs.assign(interval=intervals_in_words(pairs))[list(columns)].rename(columns=columns)
    show_small_table(named, {"difference": "{:+.2f}", "p, corrected": "{:.2g}"})
    st.caption(
        "Differences of kappa 3D in points, paired by photograph and question, clustered by triangle; p-values are "
        "corrected for the number of pairs (Holm). Not distinguishable does not mean equal: the interval says what is "
        "ruled out."
    )
    download(pairs, "pairs")


def intervals_in_words(rows: pd.DataFrame) -> list[str]:
    """`low` and `high` of each row as text; a dash where there is no interval."""
    pairs = zip(rows["low"], rows["high"], strict=True)
    return ["–" if pd.isna(low) else f"{low:.1f} to {high:.1f}" for low, high in pairs]


def _rows(found: Overview, name: str) -> pd.DataFrame:
    rows = {"kappa": found.kappa, "skill": found.skill, "tilt": found.tilt, "object": found.objects}[name]
    shown = shown_kinds()
    rows = rows if shown is None else rows[rows["kind"].isin([*shown, "pooled"])]
    rows = rows.dropna(subset=["value"])
    if name in ("kappa", "skill"):
        rows = rows[~rows["model_id"].isin(REFERENCE_LINES.values())]
        rows = rows.sort_values("value", ascending=False)
    return rows.reset_index(drop=True)


def _axis(found: Overview, name: str) -> tuple[str, dict[str, float]]:
    """Title of the axis, and the lines to compare with."""
    if name != "kappa":
        return f"{CHARTS[name]}, points", {"no difference": 0.0}
    return "mean kappa 3D, %", reference_lines(found) if with_references() else {}


def _open_cases(rows: pd.DataFrame, name: str) -> None:
    """Goes to the cases of the model whose mark was clicked, the worst first."""
    if not (points := st.session_state["ranking"].selection.points):
        return
    clicked = points[0]["customdata"]
    model_id = clicked if name == "frames" else rows.iloc[int(_only(clicked))]["model_id"]
    if isinstance(model_id, str):
        clear_filters()
        st.switch_page("dashboard/app_pages/cases.py", query_params=address(model=model_id))


def _only(value: object) -> float:
    """Plotly gives a mark's own number, or a list of one."""
    return float(value[0] if isinstance(value, list) else value)  # type: ignore[arg-type]
