"""Sweeps of the Lab page: one factor over a range for the solvers, and the commands that ask a model."""

import re

import pandas as pd
import streamlit as st

from core.analyses.lab import STEPS, sweep
from core.progress import Progress
from core.synthetic.scene import LIMITS, Scene
from dashboard.charts.solver_curves import solver_curves
from dashboard.figures import show_chart
from dashboard.lab.controls import SLIDERS
from dashboard.tables import download

MODEL_NAME = re.compile(r"[A-Za-z0-9._:/@-]{1,100}")


@st.cache_resource(max_entries=64, show_spinner=False)
def _sweeps() -> dict[tuple[str, str, float, float], pd.DataFrame]:
    """What was swept already, by scene, factor and range; kept by this process."""
    return {}


def show_sweep(scene: Scene) -> None:
    """The choice of factor and range, and the solvers' curves once they were asked for."""
    st.header("Sweep one factor")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        factor = st.selectbox(
            "Factor",
            list(SLIDERS),
            format_func=lambda name: SLIDERS[name][0],
            key="lab_factor",
            bind="query-params",
            width=220,
        )
        limits = LIMITS[factor] if factor != "azimuth_deg" else (-180.0, 180.0)
        low, high = st.slider("Range", *limits, value=limits, key=f"lab_range_{factor}", width=300)
        is_asked = st.button(
            f"Draw and measure {STEPS} pictures",
            key="lab_sweep",
            disabled=low == high,
            help="The range is one value." if low == high else None,
        )
    known, key = _sweeps(), (scene.to_link(), factor, low, high)
    if is_asked and key not in known:
        bar = st.progress(0.0, "Drawing")

        def show(progress: Progress) -> None:
            bar.progress(progress.share, f"{progress.stage}: {progress.done} of {progress.total}")

        if len(known) >= 64:
            known.pop(next(iter(known)), None)
        known[key] = sweep(scene, factor, low, high, show)
        bar.empty()
    if key not in known:
        st.caption(f"{STEPS} pictures of this triangle are drawn and measured; that takes some seconds.")
        return
    rows = known[key]
    if rows.empty:
        st.info("No value of this range gives a scene.", title="Nothing to show")
        return
    n = rows["value"].nunique()
    missing = int(rows["kappa_3d"].isna().sum())
    label = SLIDERS[factor][0]
    show_chart(solver_curves(rows, label), "lab_curves", f"Kappa of the reference solvers by {label}")
    st.caption(
        f"Mean kappa over Q1 to Q6, one triangle, {n} pictures drawn and measured"
        + (f" ({STEPS - n} of {STEPS} values give no scene)" if n < STEPS else "")
        + (f"; {missing} times a solver found no border or sticker and has no answer" if missing else "")
        + ". One triangle moves in steps where a class changes: a curve over many needs a set, as below."
    )
    download(rows, "lab_sweep")


def show_commands() -> None:
    """The commands that draw a set over a range of tilt and ask a model about it; nothing is sent from here."""
    st.header("The same for a model")
    with st.container(horizontal=True):
        model = st.text_input(
            "Model",
            "openai:gpt-5",
            key="lab_model",
            bind="query-params",
            width=260,
            help="provider:model, as the command run takes it.",
        )
        count = st.number_input("Photographs", 4, 400, 40, 4, key="lab_photographs", bind="query-params", width=140)
        low, high = st.slider("Tilt of the tilted ones, °", 0, 80, (20, 70), key="lab_set_tilt", width=280)
    if not MODEL_NAME.fullmatch(model):
        st.warning("A model's name has letters, digits and . _ : / @ - only.")
        return
    st.markdown(f"**{count} photographs are {count} requests.** The dry run says what they may cost and sends nothing.")
    ask = f"TRILENS_DATA=sweep python -m core run --source sweep/set --model {model}"
    st.code(
        f"python -m core synthesize --out sweep/set --photographs {count} --tilt {low}:{high}\n"
        f"{ask} --dry-run\n{ask}\nTRILENS_DATA=sweep python -m core serve",
        language=None,
        wrap_lines=True,
    )
    st.caption(
        "A data folder of its own (sweep) keeps its photographs apart from those of other sets. In the "
        "dashboard that the last line starts the model stands beside the reference solvers."
    )
