"""A subject built from an item of the Lab's workbench: its images and its exact truth."""

import hashlib
import io
from pathlib import Path

import streamlit as st
from PIL import Image

from core.benchmarks.cases import Case
from core.errors import SceneError
from core.formatting import escape_markdown
from core.geometry.camera_metadata import CameraMetadata
from core.inference.image_views import LoadedPhotograph
from core.photographs.data_url import make_data_url
from core.records import Truth
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_benchmark_id
from dashboard.pages.ask import texts
from dashboard.pages.ask.subject import AskSubject
from dashboard.pages.lab import item_state
from dashboard.pages.lab.item_view import compute_truth, render_files, show_pictures, show_question
from dashboard.pages.lab.scene_controls import SCENE
from dashboard.widgets import navigation


def show_item() -> AskSubject | None:
    """Show the item in the URL, or the workbench's first one, and return it; None if it cannot be drawn."""
    try:
        current_item = item_state.read_current_item()
        show_pictures(current_item)
        subject = _build_subject(current_item)
    except SceneError as error:
        st.error(texts.describe_impossible_item(escape_markdown(str(error))))
        return None
    truth = compute_truth(get_benchmark_id(), current_item.link)
    show_question(truth, with_truth=False)
    if not all(case_question.question_id in get_benchmark_info().questions for case_question in truth.asks):
        st.info(texts.NOT_INSTALLED)
        return None
    st.caption(texts.describe_item_truth(escape_markdown(truth.problem) if truth.problem else None))
    query = {SCENE: current_item.link}
    st.page_link(navigation.LAB, label=texts.OPEN_ITEM, icon=":material/experiment:", query_params=query)
    return subject


def _build_subject(shown: item_state.LabItemState) -> AskSubject:
    truth, pictures = compute_truth(get_benchmark_id(), shown.link), render_files(get_benchmark_id(), shown.link)
    name = f"item-{hashlib.sha256(shown.link.encode()).hexdigest()[:8]}"
    images = [Image.open(io.BytesIO(file)).convert("RGB") for file in pictures]
    truths = [Truth(name, get_benchmark_info().truth.frame, asked, value) for asked, value in truth.truths.items()]
    if truth.foil and (foil := get_benchmark_info().foil) is not None:
        truths.append(Truth(name, foil.frame, truth.asks[0].question_id, truth.foil))
    return AskSubject(
        subject_id=name,
        title="this item",
        row={"case_id": name, "width_px": images[0].width, "height_px": images[0].height},
        sources=tuple(LoadedPhotograph(image, CameraMetadata()) for image in images),
        url=make_data_url(pictures[0], "image/png"),
        shapes=(),
        truths=tuple(truths),
        address={"way": "Lab item", SCENE: shown.link},
        case=Case(
            case_id=name,
            group_id=name,
            title=name,
            asks=truth.asks,
            text=truth.text,
            images=tuple(Path(f"{name}-{place}.png") for place in range(len(images))),
        ),
        benchmark_id=get_benchmark_id(),
        described=get_benchmark_info(),
    )
