"""Parts of the Tilt page: what its chart and tables show, and the ways from a mark to photographs."""

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import cycle

import pandas as pd
import streamlit as st

from core.analyses import tilt
from core.analyses.estimates import run_names
from core.text import plain
from core.warehouse.read import Filters
from dashboard import charts
from dashboard.charts.tilt import REFERENCE_LOOKS, Line, tilts
from dashboard.filters import choose, options_of
from dashboard.parts.thumbnails import open_photograph
from dashboard.queries import answers, generation, model_kinds
from dashboard.sidebar import with_references
from dashboard.tables import show_small_table, show_table

CASES = "dashboard/app_pages/cases.py"
LINES = {"model": "Models", "question": "Questions"}
QUESTION_COLOURS = ("#4477AA", "#EE6677", "#228833", "#CCBB44", "#66CCEE", "#AA3377")
"""Other colours than the models', for what is no model. Source: P. Tol, "Colour Schemes", bright."""
QUESTION_SYMBOLS = ("circle", "diamond", "cross", "x", "triangle-up", "star")


@dataclass(frozen=True, slots=True)
class Figures:
    """Bands and curves by `key` (of a run or a question), the runs' names, and what tilting does to each run.

    Attributes:
        unreadable: answers to photographs with a measured tilt that could not be read, references aside.
        low, high: the two bands that `changes` compares; empty where there are no two.
    """

    bands: pd.DataFrame
    curves: pd.DataFrame
    runs: pd.DataFrame
    changes: pd.DataFrame
    unreadable: int
    low: str = ""
    high: str = ""


def figures(filters: Filters, lines: str) -> Figures | None:
    """All figures of the chart; None where no answer that fits is about a photograph with a measured tilt."""
    solvers = [model_id for model_id in tilt.REFERENCE_CURVES if model_id in model_kinds()] if with_references() else []
    of_lines = {**filters, "with_references": lines == "model" and with_references()}
    return _figures(generation(), of_lines, {**filters, "models": solvers}, lines)


@st.cache_resource(max_entries=100, show_spinner=False)
def _figures(generation: str, of_lines: Filters, of_solvers: Filters, lines: str) -> Figures | None:  # noqa: ARG001 - keys the cache
    """The figures of the lines and, beside them, of the solvers, once per generation and filters."""
    asked, solvers = (answers(filters).dropna(subset=["tilt_deg"]) for filters in (of_lines, of_solvers))
    solvers = solvers[~solvers["run_id"].isin(asked["run_id"])]
    if asked["kappa_3d"].isna().all():
        return None
    parts = [(asked, "run_id" if lines == "model" else "question_id"), (solvers, "run_id")]
    bands, curves = (
        pd.concat([compute(rows, [by]).rename(columns={by: "key"}) for rows, by in parts if len(rows)])
        for compute in (tilt.bands, tilt.curves)
    )
    everybody = pd.concat([asked, solvers])
    compared = tilt.steepest_band(everybody) or ("", "")
    changes = tilt.change(everybody, *compared) if all(compared) else pd.DataFrame()
    shown = everybody if lines == "model" else solvers
    unreadable = int(asked.loc[asked["model_kind"] != "reference", "kappa_3d"].isna().sum())
    return Figures(bands, curves, run_names(shown), changes, unreadable, *compared)


def looks(shown: Figures) -> dict[str, Line]:
    """How each line looks, by key: runs in their models' colours, references last."""
    kinds = model_kinds()
    runs = sorted(shown.runs.to_dict("records"), key=lambda run: run["kind"] == "reference")
    reference_looks = cycle(REFERENCE_LOOKS)
    lines = {}
    for run in runs:
        is_reference = run["kind"] == "reference"
        symbol, dash = next(reference_looks) if is_reference else ("circle", "solid")
        lines[run["run_id"]] = Line(run["label"], charts.colour_of(run["model_id"], kinds), is_reference, symbol, dash)
    questions = options_of("question").items()
    asked = {
        name: Line(label, colour, symbol=symbol)
        for (name, label), colour, symbol in zip(questions, QUESTION_COLOURS, QUESTION_SYMBOLS, strict=True)
    }
    keys = set(shown.bands["key"])
    return {key: line for key, line in (asked | lines).items() if key in keys}


@dataclass(frozen=True, slots=True)
class Doors:
    """The ways from marks and rows to cases."""

    shown: Figures

    def open_clicked(self) -> None:
        """Callback of the chart: opens the cases of the line and band whose mark was clicked."""
        if points := st.session_state["kappa_by_tilt"].selection.points:
            self.open(*points[0]["customdata"])

    def open_chosen(self) -> None:
        """Callback of the table, the way by keyboard: opens the cases of the chosen row."""
        if chosen := st.session_state["tilt_table"].selection.rows:
            self.open(*self.shown.bands.iloc[chosen[0]][["key", "tilt_band"]])

    def open(self, key: str, band: str) -> None:
        """Opens the cases of a line in a band, within the filters."""
        models = dict(zip(self.shown.runs["run_id"], self.shown.runs["model_id"], strict=True))
        choose(tilt=band, **({"model": models[key]} if key in models else {"question": key}))
        # An empty address: see `Cells` of the heatmaps.
        st.switch_page(CASES, query_params={})


def show_bands(shown: Figures, lines: Mapping[str, Line]) -> None:
    """The bands as a table, with a download."""
    named = shown.bands.assign(label=[lines[key].label for key in shown.bands["key"]])
    columns = {
        "label": "Line",
        "frame": "against",
        "tilt_band": "Tilt band",
        "value": st.column_config.NumberColumn("kappa, %", format="%.1f"),
        "low": st.column_config.NumberColumn("95 % from", format="%.1f"),
        "high": st.column_config.NumberColumn("to", format="%.1f"),
        "n": "n",
        "n_triangles": "triangles",
    }
    show_table(named, "tilt", columns, "Kappa by tilt band", on_select=Doors(shown).open_chosen)


def show_changes(shown: Figures) -> None:
    """What tilting does to each run, against 3D and against 2D."""
    rows = []
    for _, run in shown.changes.groupby("run_id", sort=False):
        row = {"Model": run["label"].iloc[0]}
        for change in run.to_dict("records"):
            interval = "–" if pd.isna(change["low"]) else f"{change['low']:+.1f} to {change['high']:+.1f}"
            row |= {
                f"kappa {change['frame']}": change["value"],
                f"95 % ({change['frame']})": interval,
                f"verdict ({change['frame']})": change["verdict"],
            }
        rows.append({**row, "triangles": run["n_triangles"].max()})
    show_small_table(pd.DataFrame(rows), dict.fromkeys(("kappa 3D", "kappa 2D"), "{:+.1f}"), ("triangles",))


def open_clicked_photograph() -> None:
    """Callback of the scatter: opens the photograph whose mark was clicked."""
    if points := st.session_state["tilts"].selection.points:
        open_photograph(points[0]["customdata"])


def show_accelerometer(photographs: pd.DataFrame) -> None:
    """One measure of tilt over the other, and the photographs on which they differ most.

    Args:
        photographs: the query `tilts`.
    """
    differences = tilt.accelerometer(photographs)
    if differences.empty:
        st.info("No photograph of this selection has both measures of tilt.")
        return
    st.markdown(f"#### {plain(tilt.agreement(differences))}")
    st.caption(
        "The table is level, so the accelerometer in the photograph's EXIF data measures the same angle without "
        "looking: a check of the homography. A chip soldered in askew reads alike too little or too much. Dashed: both "
        "alike. A click on a mark or a row opens the photograph."
    )
    picture, worst = st.columns([3, 2], gap="medium")
    with picture:
        st.plotly_chart(
            tilts(differences),
            key="tilts",
            on_select=open_clicked_photograph,
            selection_mode="points",
            config=charts.CONFIG,
            alt="Tilt by accelerometer over tilt by homography",
        )
    with worst:

        def open_chosen() -> None:
            if chosen := st.session_state["tilts_table"].selection.rows:
                open_photograph(differences["photograph_id"].iloc[chosen[0]])

        one_decimal = {"tilt_deg": "homography", "tilt_imu_deg": "accelerometer", "difference_deg": "difference"}
        columns = {"photograph_id": st.column_config.TextColumn("Photograph", width="small")} | {
            name: st.column_config.NumberColumn(f"{label}, °", format="%.1f", width="small")
            for name, label in one_decimal.items()
        }
        show_table(differences, "tilts", columns, "Photographs, the largest difference first", on_select=open_chosen)
