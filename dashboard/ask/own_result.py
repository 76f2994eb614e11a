"""One's own kappa, skill and reliance beside the models' on the same photographs, and whether they are saved."""

from typing import Any

import pandas as pd
import streamlit as st

from core.analyses.people import OWN_MEASURES, YOU, beside_models, own_answers
from core.analyses.wording import GIVEN_CONSTANTS
from core.asking.people import SECONDS, keep_human
from core.errors import TrilensError
from core.records import TRIANGLE_QUESTIONS
from core.text import number_text, plain
from core.warehouse.read import NO_FILTERS
from dashboard import links
from dashboard.ask.sitting import Sitting
from dashboard.ask.subject import truths_of
from dashboard.charts.forest import forest
from dashboard.figures import how_to_read, show_chart
from dashboard.queries import answers, benchmark_settings, model_kinds, settings
from dashboard.sidebar import shown_kinds
from dashboard.tables import download

TITLES = {
    "score": "mean kappa 3D, %",
    "skill": "skill, points above the best fixed answer",
    "reliance": "reliance, points: 2D − 3D",
}


def show_result(sitting: Sitting) -> None:
    """The result of a sitting; saves it the first time if a nickname was given."""
    _save(sitting)
    everybody = answers(NO_FILTERS)
    asked = everybody[everybody["case_id"].isin(sitting.case_ids)]
    own = own_answers(sitting.replies, truths_of(sitting.case_ids), asked)
    kinds = shown_kinds()
    others = asked if kinds is None else asked[asked["model_kind"].isin([*kinds])]
    found = beside_models(own, others)
    st.markdown(f"#### {plain(_place_sentence(found, own))}")
    st.caption(sitting.saved)
    measure = st.segmented_control(
        "Measure",
        list(OWN_MEASURES),
        format_func=OWN_MEASURES.__getitem__,
        default="score",
        required=True,
        key="self_measure",
    )
    rows = found[measure or "score"].dropna(subset=["value"])
    lines = None if measure == "score" else {"none": 0.0}
    figure = forest(rows, model_kinds(), TITLES[measure or "score"], lines)
    show_chart(figure, "self_forest", f"{TITLES[measure or 'score']}, yours and the models'")
    st.caption(
        f"Over the questions that you answered, with 95 % intervals; {len(sitting.case_ids)} photographs are too "
        "few for firm conclusions."
    )
    how_to_read(
        f"You had {SECONDS:.0f} s for each photograph; models have no limit. Skill is kappa minus the kappa of the "
        "best fixed answer, which does not look at the photograph. Reliance is kappa 2D minus kappa 3D: above zero, "
        f"answers fit the flat picture better than the world. {GIVEN_CONSTANTS}"
    )
    _show_table(found, own)
    _show_photographs(sitting, own)


def _save(sitting: Sitting) -> None:
    if sitting.saved:
        return
    if settings().read_only:
        sitting.saved = "Not saved: this dashboard is read-only."
    elif not sitting.nickname:
        sitting.saved = "Not saved: no nickname was given."
    else:
        try:
            new = keep_human(sitting.nickname, sitting.replies, benchmark_settings())
            sitting.saved = (
                f"{new} new replies are in the journal of {plain(sitting.nickname)}; the next build reads them."
            )
        except TrilensError as error:
            sitting.saved = f"Not saved: {plain(error)}"


def _place_sentence(found: dict[str, pd.DataFrame], own: pd.DataFrame) -> str:
    """One's own place among the models, in a sentence."""
    read = int(own["score"].notna().sum())
    if not read:
        return "No question was answered in time, so there is no comparison."
    rows = found["score"]
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
    counts = found["score"][["label", "n"]].rename(columns={"n": "answers read"})
    merged = merged.merge(counts, on="label", how="left").sort_values(OWN_MEASURES["score"], ascending=False)
    safe = merged.rename(columns={"label": "Model or person"})
    safe["Model or person"] = safe["Model or person"].map(plain)
    formats: dict[Any, Any] = {**dict.fromkeys(OWN_MEASURES.values(), number_text), "answers read": "{:.0f}"}
    st.table(safe.style.format(formats, na_rep="–"), hide_index=True, border="horizontal")
    download(own, "ask_yourself")


def _show_photographs(sitting: Sitting, own: pd.DataFrame) -> None:
    """Every photograph of the sitting with its result, each a link to its case."""
    st.subheader("Your photographs")
    for reply in sitting.replies:
        rows = own[own["case_id"] == reply.case_id]
        mean = rows["score"].mean()
        answered = int(rows["score"].notna().sum())
        seconds = f"{reply.latency_s:.0f} s"
        result = (
            f"kappa 3D {100 * mean:.0f} %, {answered} of {len(TRIANGLE_QUESTIONS)} answered in {seconds}"
            if answered
            else f"no answer in {seconds}"
        )
        st.page_link(
            links.CASES,
            icon=":material/photo:",
            query_params={"photograph": reply.case_id},
            label=f"{reply.case_id}: {result}",
        )
