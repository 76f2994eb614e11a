"""Sweeps of the Lab page: solvers over the range of one factor, and the commands that ask a model."""

import re

import pandas as pd
import streamlit as st

from core.analyses.scene_lab import STEPS, run_sweep
from core.generators.photo_scenes.scene import LIMITS, TriangleScene
from core.progress import Progress
from dashboard.pages.lab import texts
from dashboard.pages.lab.scene_controls import SLIDERS
from dashboard.pages.lab.solver_curves_chart import LEAST_PX, draw_solver_curves
from dashboard.runtime.session_state import as_text
from dashboard.runtime.state_keys import lab as keys
from dashboard.selection.selectors import choose_number, choose_option
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.tables import download

MODEL_NAME = re.compile(r"[A-Za-z0-9._:/@-]{1,100}")


MOST_SWEEPS = 64
"""Maximum number of finished sweeps that are kept; the oldest is dropped first."""


@st.cache_resource(show_spinner=False)
def _get_sweeps() -> dict[tuple[str, str, float, float], pd.DataFrame]:
    """Return the finished sweeps by scene, factor and range; this process keeps them."""
    return {}


def show_sweep(scene: TriangleScene) -> None:
    """Show the choice of factor and range, and the solvers' curves after a click."""
    st.header("Sweep one factor")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        titles = {name: slider[0] for name, slider in SLIDERS.items()}
        factor = choose_option("Factor", titles, keys.SWEEP_FACTOR, width=220)
        limits = LIMITS[factor] if factor != "azimuth_deg" else (-180.0, 180.0)
        low, high = st.slider("Range", *limits, value=limits, key=keys.SWEEP_RANGE.make_key(factor), width=300)
        is_asked = st.button(
            texts.name_sweep_button(STEPS),
            key=keys.SWEEP,
            disabled=low == high,
            help=texts.ONE_VALUE if low == high else None,
        )
    sweeps, key = _get_sweeps(), (scene.to_link(), factor, low, high)
    if is_asked and key not in sweeps:
        if len(sweeps) >= MOST_SWEEPS:
            sweeps.pop(next(iter(sweeps)), None)
        sweeps[key] = _run_sweep(scene, factor, low, high)
    if key not in sweeps:
        st.caption(texts.explain_sweep(STEPS))
        return
    rows = sweeps[key]
    if rows.empty:
        st.info(texts.NO_VALID_SCENE, title="Nothing to show")
        return
    n = rows["value"].nunique()
    missing = int(rows["score"].isna().sum())
    label = SLIDERS[factor][0]
    alt = texts.name_sweep_chart(label)
    show_chart(draw_solver_curves(rows, label), keys.CURVES_CHART, alt, least_px=LEAST_PX)
    st.caption(texts.describe_sweep(n, STEPS, missing))
    show_help_popover(texts.SWEEP_HELP)
    download(rows, "lab_sweep")


def _run_sweep(scene: TriangleScene, factor: str, low: float, high: float) -> pd.DataFrame:
    """Run a sweep while a progress bar is shown."""
    bar = st.progress(0.0, "Rendering")

    def show(progress: Progress) -> None:
        bar.progress(progress.share, f"{progress.stage}: {progress.done} of {progress.total}")

    rows = run_sweep(scene, factor, low, high, show)
    bar.empty()
    return rows


def show_commands() -> None:
    """Show the commands that render a set over a range of tilts and ask a model about it; the page sends nothing."""
    st.header(texts.COMMANDS_SECTION)
    with st.container(horizontal=True):
        model = st.text_input(
            "Model", "openai:gpt-5", key=keys.MODEL_NAME, bind="query-params", width=260, help=texts.MODEL_HELP
        )
        count = choose_number("Scenes", 4, 400, 40, keys.N_PHOTOGRAPHS, step=4, width=140)
        low, high = st.slider(texts.TILT_RANGE, 0, 80, (20, 70), key=keys.SET_TILT, width=280)
    if not MODEL_NAME.fullmatch(as_text(model)):
        st.warning(texts.INVALID_MODEL)
        return
    st.markdown(texts.describe_requests(count))
    ask = f"TRILENS_DATA=sweep trilens run --source sweep/set --model {model}"
    st.code(
        f"trilens synthesize synthetic --out sweep/set --photographs {count} --tilt {low}:{high}\n"
        f"{ask} --dry-run\n{ask}\nTRILENS_DATA=sweep trilens serve",
        language=None,
        wrap_lines=True,
    )
    st.caption(texts.COMMANDS_HELP)
