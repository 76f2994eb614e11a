"""One's own kappa, skill and reliance beside the models' on the same photographs, and how they are kept."""

from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.people import OWN_MEASURES, YOU, beside_models, own_answers
from core.asking.people import SECONDS, keep_human
from core.errors import TrilensError
from core.records import QUESTIONS
from core.text import plain
from core.warehouse.read import NO_FILTERS
from dashboard.ask.sitting import Sitting
from dashboard.ask.subject import truths_of
from dashboard.charts import CONFIG
from dashboard.charts.forest import forest
from dashboard.queries import answers, benchmark_settings, model_kinds, settings
from dashboard.sidebar import shown_kinds
from dashboard.tables import download

TITLES = {"kappa_3d": "mean kappa 3D, %", "skill_3d": "skill, points above the best fixed answer",
          "reliance": "reliance, points: 2D − 3D"}  # fmt: skip


def show_result(sitting: Sitting) -> None:
    """Everything that a sitting came to; keeps it the first time, where a nickname was given."""
    _save(sitting)
    everybody = answers(NO_FILTERS)
    asked = everybody[everybody["photograph_id"].isin(sitting.photograph_ids)]
    own = own_answers(sitting.replies, truths_of(sitting.photograph_ids), asked)
    kinds = shown_kinds()
    others = asked if kinds is None else asked[asked["model_kind"].isin([*kinds])]
    found = beside_models(own, others)
    st.markdown(f"#### {plain(_sentence(found, own))}")
    st.caption(sitting.saved)
    measure = st.segmented_control(
        "Measure",
        list(OWN_MEASURES),
        format_func=OWN_MEASURES.__getitem__,
        default="kappa_3d",
        required=True,
        key="self_measure",
    )
    rows = found[measure or "kappa_3d"].dropna(subset=["value"])
    lines = None if measure == "kappa_3d" else {"none": 0.0}
    figure = forest(rows, model_kinds(), TITLES[measure or "kappa_3d"], lines)
    st.plotly_chart(figure, config=CONFIG, key="self_forest")
    st.caption(
        "Models on the same photographs and questions as you have answered; bars are 95 % intervals. They are wide: "
        f"ten photographs tell much about nobody. You had {SECONDS:.0f} s for each, models their own time."
    )
    _show_table(found, own)
    _show_photographs(sitting, own)


def _save(sitting: Sitting) -> None:
    if sitting.saved:
        return
    if settings().read_only:
        sitting.saved = "Not kept: this dashboard is read-only."
    elif not sitting.nickname:
        sitting.saved = "Not kept: no nickname was given."
    else:
        try:
            new = keep_human(sitting.nickname, sitting.replies, benchmark_settings())
            sitting.saved = (
                f"{new} new replies are in the journal of {plain(sitting.nickname)}; the next build takes them in."
            )
        except TrilensError as error:
            sitting.saved = f"Not kept: {plain(error)}"


def _sentence(found: dict[str, pd.DataFrame], own: pd.DataFrame) -> str:
    """One's own place among those that look, in a sentence."""
    read = int(own["kappa_3d"].notna().sum())
    if not read:
        return "Nothing was answered in time, so there is nothing to compare."
    rows = found["kappa_3d"]
    mine = rows[rows["run_id"] == YOU]["value"].iloc[0]
    models = rows[rows["kind"] == "vlm"]["value"]
    text = f"Your mean kappa is {mine:.0f} % over {read} of {len(own)} answers"
    return f"{text}; {int((models > mine).sum())} of {len(models)} models are above you." if len(models) else f"{text}."


def _show_table(found: dict[str, pd.DataFrame], own: pd.DataFrame) -> None:
    merged = None
    for measure, rows in found.items():
        part = rows[["label", "value"]].rename(columns={"value": OWN_MEASURES[measure]})
        merged = part if merged is None else merged.merge(part, on="label", how="outer")
    if merged is None:
        return
    counts = found["kappa_3d"][["label", "n"]].rename(columns={"n": "answers read"})
    merged = merged.merge(counts, on="label", how="left").sort_values(OWN_MEASURES["kappa_3d"], ascending=False)
    safe = merged.rename(columns={"label": "Who"})
    safe["Who"] = safe["Who"].map(plain)
    formats: dict[Any, Any] = {**dict.fromkeys(OWN_MEASURES.values(), "{:.1f}"), "answers read": "{:.0f}"}
    st.table(safe.style.format(formats, na_rep="–"), hide_index=True, border="horizontal")
    st.caption(
        "Skill: kappa less that of the best fixed answer, which has not looked. Reliance: above zero, answers fit the "
        "flat picture better than the world."
    )
    download(own, "ask_yourself")


def _show_photographs(sitting: Sitting, own: pd.DataFrame) -> None:
    """Every photograph of the sitting with what it came to, each a link to its case."""
    st.subheader("Your photographs")
    for reply in sitting.replies:
        rows = own[own["photograph_id"] == reply.photograph_id]
        mean = rows["kappa_3d"].mean()
        answered = int(rows["kappa_3d"].notna().sum())
        score = "nothing answered" if pd.isna(mean) else f"kappa 3D {100 * mean:.0f} %"
        st.page_link(
            "dashboard/app_pages/cases.py",
            icon=":material/photo:",
            query_params={"photograph": reply.photograph_id},
            label=f"{reply.photograph_id}: {score}, {answered} of {len(QUESTIONS)} answered in {reply.latency_s:.0f} s",
        )
