"""An item of the Lab's workbench as something to ask about: its pictures, and its exact truth."""

import hashlib
import io
from pathlib import Path

import streamlit as st
from PIL import Image

from core.benchmarks.data import Case
from core.errors import SceneError
from core.formatting import plain
from core.geometry.camera_metadata import CameraFacts
from core.inference.image_views import Picture
from core.photographs.data_url import data_url
from core.records import Truth
from dashboard.data.queries import about, chosen_benchmark
from dashboard.pages.ask.subject import Subject
from dashboard.pages.lab import item_state
from dashboard.pages.lab.item_view import files, judged, show_pictures, show_question
from dashboard.pages.lab.scene_controls import SCENE
from dashboard.widgets import navigation


def show_item() -> Subject | None:
    """The item of the address, else the workbench's first one; None if it cannot be drawn."""
    try:
        shown = item_state.current()
        show_pictures(shown)
        subject = _subject(shown)
    except SceneError as error:
        st.error(f"This item cannot be drawn: {plain(str(error))}.")
        return None
    found = judged(chosen_benchmark(), shown.link)
    show_question(found, with_truth=False)
    if not all(asked.question_id in about().questions for asked in found.asks):
        st.info("The set of this benchmark that is here does not ask this question, so its answers cannot be judged.")
        return None
    st.caption(
        "Drawn by Trilens; its truth follows from its parameters and is exact."
        + (f" The generator would not ask this: {plain(found.problem)}." if found.problem else "")
    )
    query = {SCENE: shown.link}
    st.page_link(navigation.LAB, label="The same item in the Lab", icon=":material/experiment:", query_params=query)
    return subject


def _subject(shown: item_state.OnBench) -> Subject:
    found, pictures = judged(chosen_benchmark(), shown.link), files(chosen_benchmark(), shown.link)
    name = f"item-{hashlib.sha256(shown.link.encode()).hexdigest()[:8]}"
    images = [Image.open(io.BytesIO(file)).convert("RGB") for file in pictures]
    truths = [Truth(name, about().truth.frame, asked, value) for asked, value in found.truths.items()]
    if found.foil and (foil := about().foil) is not None:
        truths.append(Truth(name, foil.frame, found.asks[0].question_id, found.foil))
    return Subject(
        subject_id=name,
        title="this item",
        row={"case_id": name, "width_px": images[0].width, "height_px": images[0].height},
        sources=tuple(Picture(image, CameraFacts()) for image in images),
        url=data_url(pictures[0], "image/png"),
        shapes=(),
        truths=tuple(truths),
        address={"way": "Lab item", SCENE: shown.link},
        case=Case(
            case_id=name,
            group_id=name,
            title=name,
            asks=found.asks,
            text=found.text,
            images=tuple(Path(f"{name}-{place}.png") for place in range(len(images))),
        ),
        benchmark_id=chosen_benchmark(),
        described=about(),
    )
