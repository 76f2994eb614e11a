"""The choice of photograph, models, view and prompt, and the button that asks."""

import random
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.benchmarks.choice.items import TEXT
from core.errors import PriceError, PromptError, RunError, ViewError
from core.formatting import plain
from core.generators.registry import has_lab_items
from core.inference.image_views import NO_IMAGE, Picture, shown
from core.photographs.exif import read_camera_facts
from core.photographs.load_image import open_upright
from dashboard.components import show_photograph
from dashboard.data.queries import about, query, settings
from dashboard.pages.ask.ask_session import MAX_AT_ONCE, start
from dashboard.pages.ask.lab_item_subject import show_item
from dashboard.pages.ask.measured_truth import picture_url, show_uncertainty
from dashboard.pages.ask.model_picker import Chosen, show_models
from dashboard.pages.ask.photo_upload import own_subject
from dashboard.pages.ask.prompt_options import VIEW_NAMES, show_prompt, show_views
from dashboard.pages.ask.scene_subject import show_scene
from dashboard.pages.ask.subject import Subject, benchmark_subject
from dashboard.pages.cases import triangle_panel
from dashboard.runtime.session_state import take_state
from dashboard.shell.benchmark_switch import LEFT_CASE
from dashboard.style.theme import keep_shape
from dashboard.widgets import navigation
from dashboard.widgets.visitor_quota import questions_left

BENCHMARK = {"benchmark": "Benchmark"}
OF_TRIANGLES = BENCHMARK | {"upload": "Upload", "camera": "Camera", "scene": "Lab scene"}
OF_GENERATORS = BENCHMARK | {"item": "Lab item"}
"""Where what is asked about comes from: of triangles, and of benchmarks with a generator."""


def show() -> tuple[Subject | None, DeltaGenerator]:
    """Shows the whole choice; returns the photograph, None until there is one, and the place below the button."""
    picture, form = st.columns([4, 3], gap="medium")
    with picture:
        subject = _show_subject()
    with form:
        _show_form(subject)
        return subject, st.container()


def _show_subject() -> Subject | None:
    of_items = OF_GENERATORS if has_lab_items(about().benchmark_id) else BENCHMARK
    ways = OF_TRIANGLES if triangle_panel.is_one() else of_items
    if len(ways) == 1:
        return _show_benchmark()
    way = st.segmented_control(
        about().words.case.capitalize(),
        list(ways),
        format_func=ways.__getitem__,
        default="benchmark",
        required=True,
        key="way",
        bind="query-params",
    )
    if way in ("upload", "camera"):
        subject = own_subject(way)
        if subject is not None:
            show_uncertainty(subject)
        return subject
    if way == "scene":
        return show_scene()
    if way == "item":
        return show_item()
    return _show_benchmark()


def _show_benchmark() -> Subject | None:
    cases, words = query("case_pictures", case_ids=None), about().words
    ids, is_here = list(cases["case_id"]), cases["image_key"].notna()
    if not ids:
        st.info(f"The warehouse has no {words.cases}. Build: trilens build")
        return None
    wanted = st.query_params.get("photograph")
    if wanted is not None and wanted not in (*ids, take_state(LEFT_CASE, str)):
        st.warning(f"No {words.case} “{plain(wanted[:40])}”. Showing another one.")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        case_id = st.selectbox(
            f"{words.case.capitalize()} of the benchmark",
            ids,
            index=int(is_here.argmax()),
            key="photograph",
            bind="query-params",
        )
        present = [name for name, here in zip(ids, is_here, strict=True) if here] or ids
        st.button("Another one", icon=":material/casino:", on_click=_another, args=(present,), key="another-case")
    subject = benchmark_subject(case_id)
    size = subject.row["width_px"], subject.row["height_px"]
    keep_shape("ask-picture", *size)
    show_photograph(
        subject.url,
        *size,
        list(subject.shapes),
        ("points", "border"),
        f"{words.case.capitalize()} {case_id}",
        key="ask-picture",
    )
    if subject.case is not None and subject.case.text is not None:
        st.text(subject.message(TEXT))
    if subject.note:
        st.caption(plain(subject.note))
    st.page_link(
        navigation.CASES,
        label=f"Open this {about().words.case}",
        icon=":material/photo_library:",
        query_params={"photograph": case_id},
    )
    return subject


def _another(ids: list[str]) -> None:
    st.session_state["photograph"] = random.choice(ids)  # noqa: S311 - no secret


def _show_form(subject: Subject | None) -> None:
    try:
        chosen = show_models()
    except PriceError as error:
        st.error(plain(error))
        return
    views = show_views()
    prompt = show_prompt()
    _show_views(subject, views)
    keeps = st.toggle(
        "Save replies in a journal",
        value=not settings().read_only,
        disabled=settings().read_only,
        key="keep-answers",
        help="This dashboard is read-only: replies are shown, not saved."
        if settings().read_only
        else "Each reply to a case of the benchmark becomes a line in the model's journal, for the next build.",
    )
    for problem in chosen.problems:
        st.error(plain(problem))
    for caution in () if settings().read_only else dict.fromkeys(target.caution for target in chosen.endpoints):
        if caution:
            st.warning(plain(caution))
    reason = _why_not(subject, chosen, views)
    count = len(chosen.endpoints) * len(views)
    if (
        st.button(
            f"Ask ({count} requests)" if count > 1 else "Ask",
            icon=":material/send:",
            type="primary",
            key="ask-models",
            disabled=bool(reason) or prompt is None,
            help=plain(reason) or None,
        )
        and subject is not None
        and prompt is not None
    ):
        try:
            start(subject, chosen.endpoints, views, prompt, is_to_be_kept=keeps)
        except (RunError, PromptError) as error:
            st.error(plain(error))
    if reason:
        st.caption(plain(reason))
    if settings().read_only:
        st.caption(
            f"Read-only: {questions_left()} of {settings().visitor_questions} questions of this session are left."
        )


def _why_not(subject: Subject | None, chosen: Chosen, views: list[str]) -> str:
    """Why Ask is disabled; empty if it is enabled."""
    if subject is None:
        return f"Choose a {about().words.case} first."
    if subject.sources is None and views != [NO_IMAGE]:
        return subject.note
    if not chosen.endpoints:
        return "Choose a model."
    if not views:
        return "Choose an image view."
    if len(chosen.endpoints) * len(views) > MAX_AT_ONCE:
        return f"At most {MAX_AT_ONCE} requests at once: choose fewer models or views."
    return ""


def _show_views(subject: Subject | None, views: list[str]) -> None:
    """The picture as models see it, in every chosen view but the original."""
    others = [view for view in views if view not in ("original", NO_IMAGE)]
    if subject is None or not subject.sources or not others:
        return
    with st.expander("What the model is shown"), st.grid("auto", min_column_width=170):
        for view in others:
            try:
                url, width_px, height_px = _view_of(subject, view)
            except ViewError as error:
                st.caption(f"{VIEW_NAMES[view]}: {plain(error)}.")
                continue
            with st.container():
                show_photograph(url, width_px, height_px, [], (), f"The view {VIEW_NAMES[view]}", key=f"view-{view}")
                st.caption(VIEW_NAMES[view])


def _view_of(subject: Subject, view: str) -> tuple[str, int, int]:
    """Address, width and height of a view, small."""
    first = (subject.sources or ())[0]
    if isinstance(first, Path):
        return _benchmark_view(str(first), view)
    image = shown(first, view)
    return picture_url(image, 600), *image.size


@st.cache_data(max_entries=200, show_spinner=False)
def _benchmark_view(path: str, view: str) -> tuple[str, int, int]:
    scene = Picture(open_upright(Path(path)), read_camera_facts(Path(path)))
    image = shown(scene, view)
    return picture_url(image, 600), *image.size
