"""Parts of the Tilt page: what its chart and tables show, and the ways from a mark to photographs."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses import tilt
from core.analyses.estimates import run_names
from core.formatting import interval_text, number_text, plain
from core.records import RUN_COLUMNS
from core.warehouse.aggregation import Sums
from core.warehouse.read import Filters
from dashboard.data.queries import about, model_kinds
from dashboard.pages.tilt.bland_altman_chart import tilts
from dashboard.pages.tilt.line_styles import Line, question_lines, run_lines
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, Counted, shown_of, summed
from dashboard.selection.filters import options_of
from dashboard.selection.references import are_references_shown
from dashboard.widgets.chart_display import how_to_read, show_chart
from dashboard.widgets.navigation import of_runs, open_cases, open_photograph
from dashboard.widgets.tables import one_decimal, show_data, show_small_table

LINES_FOR = {"model": "Models", "question": "Questions"}


@dataclass(frozen=True, slots=True)
class Figures:
    """Bands and curves by `key` (of a run or a question), the runs' names, and what tilting does to each run.

    Attributes:
        unreadable: answers to photographs with a measured tilt that could not be read, without those of references.
        low, high: the two bands that `changes` compares; empty where there are no two.
    """

    bands: pd.DataFrame
    curves: pd.DataFrame
    runs: pd.DataFrame
    changes: pd.DataFrame
    unreadable: int
    low: str = ""
    high: str = ""


def counted_for(lines_for: str) -> Counted:
    """Which runs count for these lines; beside lines of questions, in the table of what tilting does to each run."""
    return "pooled" if lines_for == "question" else "runs"


def figures(filters: Filters, lines_for: str) -> Figures | None:
    """All figures of the chart; None where no answer that fits is about a photograph with a measured tilt.

    Args:
        filters: as `chosen_filters` returns them.
        lines_for: `model`, or `question` for means over the models.
    """
    references = list(tilt.REFERENCE_CURVES) if are_references_shown() else []
    solvers = {**filters, **NOBODY_CHOSEN, "model": references}
    shown = {**filters, "runs": list(shown_of(filters, counted_for(lines_for)))}
    return summed(_figures, shown, _summed_by(RUN_COLUMNS), solvers, filters if lines_for == "question" else None)


def _summed_by(of_lines: tuple[str, ...]) -> Sums:
    return Sums((*of_lines, *tilt.SUMMED_BY), tuple(tilt.KAPPAS))


def _with_tilt(sums: pd.DataFrame) -> pd.DataFrame:
    return sums.dropna(subset=["tilt_deg"])


def _figures(sums: pd.DataFrame, of_solvers: Filters, of_questions: Filters | None) -> Figures | None:
    """The figures of the lines and, beside them, of the solvers.

    Args:
        sums: by the shown runs.
        of_solvers: filters of the solvers.
        of_questions: filters of the means over models that lines are of; None where they are of runs.
    """
    asked, solvers = _with_tilt(sums), summed(_with_tilt, of_solvers, _summed_by(RUN_COLUMNS))
    solvers = solvers[~solvers["run_id"].isin(asked["run_id"])]
    lines, by = asked, "run_id"
    if of_questions is not None:
        by = "question_id"
        lines = summed(_with_tilt, of_questions, _summed_by((by, "model_kind")), counted="pooled")
    if not lines["score_counted"].any():
        return None
    parts = [(lines, by), (solvers, "run_id")]
    bands, curves = (
        pd.concat([compute(rows, [of]).rename(columns={of: "key"}) for rows, of in parts if len(rows)])
        for compute in (tilt.bands, tilt.curves)
    )
    everything = pd.concat([asked, solvers])
    compared = tilt.steepest_band(everything) or ("", "")
    changes = tilt.change(everything, *compared) if all(compared) else pd.DataFrame()
    shown = everything if of_questions is None else solvers
    models = lines[lines["model_kind"] != "reference"]
    unreadable = int((models["answers"] - models["score_counted"]).sum())
    return Figures(bands, curves, run_names(shown), changes, unreadable, *compared)


def looks(shown: Figures) -> dict[str, Line]:
    """How each line looks, by key: questions, runs in their models' colours, references last."""
    lines = question_lines(options_of("question")) | run_lines(shown.runs, model_kinds())
    keys = set(shown.bands["key"])
    return {key: line for key, line in lines.items() if key in keys}


@dataclass(frozen=True, slots=True)
class LinksToCases:
    """The ways from marks and rows to cases."""

    shown: Figures

    def open_mark(self, mark: tuple[str, str]) -> None:
        """Opens the cases of a line in a band, within the filters."""
        key, band = mark
        is_run = key in set(self.shown.runs["run_id"])
        open_cases(tilt=band, **(of_runs([key]) if is_run else {"question": [key]}))

    def open_row(self, place: int) -> None:
        """Opens the cases of a row of the bands."""
        key, band = self.shown.bands.iloc[place][["key", "tilt"]]
        self.open_mark((key, band))


def show_bands(shown: Figures, lines: Mapping[str, Line]) -> None:
    """The bands as a table that can be opened, with a download."""
    named = shown.bands.assign(label=[lines[key].label for key in shown.bands["key"]])
    columns = {
        "label": "Line",
        "frame": "against",
        "tilt": "Tilt band",
        "value": one_decimal("score, %"),
        "low": one_decimal("95 % from"),
        "high": one_decimal("to"),
        "n": "n",
        "n_groups": "triangles",
    }
    show_data(named, "tilt", columns, "Score by tilt band", LinksToCases(shown).open_row)


def show_changes(shown: Figures) -> None:
    """What tilting does to each run, against 3D and against 2D."""
    rows = []
    for _, run in shown.changes.groupby("run_id", sort=False):
        row = {"Model": run["label"].iloc[0]}
        for change in run.to_dict("records"):
            points = number_text(change["value"], with_plus=True)
            row |= {
                f"{change['frame']}, points (95 %)": f"{points} ({interval_text(change['low'], change['high'])})",
                f"{change['frame']}, verdict": change["verdict"],
            }
        rows.append({**row, "triangles": run["n_groups"].max()})
    show_small_table(pd.DataFrame(rows), {}, ("triangles",))


def show_accelerometer(photographs: pd.DataFrame) -> None:
    """The difference of both measures of tilt, and the photographs on which they differ most.

    Args:
        photographs: the query `tilts`.
    """
    differences = tilt.accelerometer(photographs)
    if differences.empty:
        st.info(f"No {about().words.case} of this selection has both measures of tilt.")
        return
    case_ids = list(differences["case_id"])
    st.markdown(f"#### {plain(tilt.agreement(differences))}")
    words = about().words
    st.caption(f"Grey ground: 95 % of the {words.cases}. A click on a mark or a row opens the {words.case}.")
    how_to_read(
        "The table is level, so the accelerometer (EXIF data of the photograph) measures the same angle without the "
        "picture: a check of the homography. A sensor mounted at a slight angle reads too little or too much in every "
        "photograph."
    )
    figure = tilts(differences, *tilt.shift_and_reach(differences))
    show_chart(figure, "tilts-chart", "Homography minus accelerometer over the mean of both tilts", open_photograph)
    labels = {"tilt_deg": "homography", "tilt_imu_deg": "accelerometer", "difference_deg": "difference"}
    columns = {"case_id": words.case.capitalize()} | {
        name: st.column_config.NumberColumn(label, format="%.1f°") for name, label in labels.items()
    }
    alt = f"{words.cases.capitalize()}, the largest difference first"
    show_data(differences, "tilts", columns, alt, lambda place: open_photograph(case_ids[place]))
