"""Overview of a benchmark that no model has answered: sample questions, how to begin, and published figures."""

import math
from collections.abc import Hashable, Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from core.analyses import paper_tables
from core.analyses.question_excerpts import strip_options_heading
from core.benchmarks.triangles.spoken_questions import format_spoken_question
from core.formatting import MISSING, escape_markdown, format_interval, format_number
from core.overlays.shapes import OverlayShape, build_outline
from dashboard.components.warp import show_warp
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.image_urls import find_image_url
from dashboard.data.queries import run_query
from dashboard.pages.cases import triangle_panel
from dashboard.pages.overview import texts
from dashboard.pages.overview.example_case import format_answer
from dashboard.runtime.case_parameter import CASE
from dashboard.runtime.session_state import ElementKey
from dashboard.runtime.state_keys import overview as keys
from dashboard.style.theme import reserve_aspect_ratio
from dashboard.widgets import navigation
from dashboard.widgets.start_links import show_start_links
from dashboard.widgets.tables import show_small_table
from dashboard.widgets.thumbnails import get_picture_size, load_further_images

MAX_SAMPLES, PER_ROW = 6, 3
SAMPLE_PX = 200
"""Maximum height of a sample's image."""

MAX_CHARACTERS = 240
"""Length above which a sample's question is cut."""

MAX_PUBLISHED = 8


Truths = Mapping[tuple[object, object, object], tuple[object, float]]
"""Class and number of each truth by case, question and frame; one of the two is missing."""

UNKNOWN = None, math.nan


def show() -> None:
    """Show the score to beat, links to ask a model and to import logs, six sample questions, and published figures."""
    show_start_links(has_score=True)
    rows = _spread(run_query("sample_questions")).to_dict("records")
    truths = {
        (truth["case_id"], truth["question_id"], truth["frame"]): (truth["value_class"], truth["value_number"])
        for truth in run_query("case_truths", case_ids=[row["case_id"] for row in rows]).to_dict("records")
    }
    for start in range(0, len(rows), PER_ROW):
        for index, column in enumerate(st.columns(PER_ROW, gap="medium")[: len(rows) - start]):
            with column:
                _show_sample(rows[start + index], start + index, truths)
    _show_published()


def _spread(rows: pd.DataFrame) -> pd.DataFrame:
    """Select questions evenly over the benchmark's order, of different cases and with different texts."""
    different = rows.assign(shown=[_format_question(row) for row in rows.to_dict("records")])
    different = different.drop_duplicates("case_id").drop_duplicates("shown")
    step = max(len(different) / MAX_SAMPLES, 1.0)
    places = dict.fromkeys(int(index * step) for index in range(min(MAX_SAMPLES, len(different))))
    return different.iloc[list(places)]


def _format_question(row: Mapping[Hashable, Any]) -> str:
    """Return the text of the question, shortened."""
    own_text = row["text"] if isinstance(row["text"], str) else ""
    asked = get_benchmark_info().questions[str(row["question_id"])]
    text = strip_options_heading(own_text.strip()) or format_spoken_question(asked)
    return text if len(text) <= MAX_CHARACTERS else f"{text[:MAX_CHARACTERS].rsplit(maxsplit=1)[0]} …"


def _show_sample(row: Mapping[Hashable, Any], number: int, truths: Truths) -> None:
    """Show a case's images side by side, its question, the right answer below it, and the link that opens the case."""
    images = [row, *load_further_images([row["case_id"]]).get(row["case_id"], ())]
    for place, (image, column) in enumerate(zip(images, st.columns(len(images), gap="small"), strict=True)):
        key = keys.SAMPLE_PICTURE.make_key(f"{number}-{place}" if place else number)
        with column:
            _show_image(image, texts.describe_image(place + 1, len(images), row["case_id"]), key)
    st.markdown(f"**{escape_markdown(str(row['title']))}**")
    st.text(row["shown"])
    st.markdown(_describe_truths(row, truths))
    st.page_link(
        navigation.CASES, label=f"Open this {get_benchmark_info().words.case}", query_params={CASE: str(row["case_id"])}
    )


def _describe_truths(row: Mapping[Hashable, Any], truths: Truths) -> str:
    """Describe the right answer to a sample and the image-plane answer, if there is one."""
    described, (case_id, question_id) = get_benchmark_info(), (row["case_id"], row["question_id"])
    kind = described.questions[question_id].kind
    options = run_query("asked", case_id=case_id).set_index("question_id")["options"][question_id]
    correct, foil = (
        format_answer(*truths.get((case_id, question_id, source and source.frame), UNKNOWN), kind, options)
        for source in (described.truth, described.foil)
    )
    return texts.describe_truths(described, correct, foil)


def _show_image(image: Mapping[Hashable, Any], alt: str, key: ElementKey) -> None:
    """Show an image; that of a triangle has its sides, as in the example of other benchmarks."""
    shapes: Sequence[OverlayShape] = ()
    if triangle_panel.is_triangle_benchmark():
        image = triangle_panel.load_group_rows(image["case_id"])[image["case_id"]]
        shapes = build_outline(image)
    size = get_picture_size(image)
    reserve_aspect_ratio(key, *size, SAMPLE_PX)
    show_warp(find_image_url(image["image_key"], "large"), *size, shapes, None, alt, key)


def _show_published() -> None:
    """Show the column with the most items of the paper's first table, with intervals."""
    figures = run_query("published_figures")
    titles = paper_tables.list_table_titles(figures) if len(figures) else {}
    if not titles:
        return
    figure_id = next(iter(titles))
    column = paper_tables.list_columns(figures, figure_id)[paper_tables.find_largest_column(figures, figure_id)]
    rows = paper_tables.select_column_with_errors(figures, figure_id, column).head(MAX_PUBLISHED)
    st.header("Published scores", anchor=False)
    table = pd.DataFrame(
        {
            "Model": rows["label"],
            f"{paper_tables.get_column_title(column)}, %": [format_number(value) for value in rows["value"]],
            "95% CI": [
                MISSING if pd.isna(low) else format_interval(low, high)
                for low, high in zip(rows["low"], rows["high"], strict=True)
            ],
        }
    )
    show_small_table(table, {})
    st.caption(escape_markdown(texts.describe_published(titles[figure_id])))
    st.page_link(navigation.PAPER, label="All published numbers", icon=":material/article:")
