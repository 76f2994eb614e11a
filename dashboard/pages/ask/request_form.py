"""Choice of photograph, models, view and prompt, and the button that asks."""

import random
from pathlib import Path

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from core.benchmarks.choice.items import TEXT
from core.benchmarks.triangles.spoken_questions import format_spoken_question
from core.errors import ImageViewError, PriceError, PromptError, RunError
from core.formatting import escape_markdown
from core.generators.registry import has_lab_items
from core.inference.image_views import LoadedPhotograph, apply_image_view
from core.inference.perturbations import PERTURBATIONS
from core.inference.view_names import VIEW_TITLES
from core.photographs.exif import read_camera_metadata
from core.photographs.load_image import load_upright_image
from core.records import NO_IMAGE, ORIGINAL_VIEW
from core.workspace import format_benchmark_option
from dashboard.components.photograph import build_photograph
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_settings
from dashboard.data.queries import run_query
from dashboard.pages.ask import texts
from dashboard.pages.ask.ask_session import MAX_AT_ONCE, start
from dashboard.pages.ask.lab_item_subject import show_item
from dashboard.pages.ask.measured_truth import encode_image_url, show_uncertainty
from dashboard.pages.ask.model_picker import SOLVER, ModelSelection, can_ask, is_asking_off, show_models
from dashboard.pages.ask.photo_upload import show_own_photograph
from dashboard.pages.ask.prompt_options import show_frames, show_prompt, show_views
from dashboard.pages.ask.scene_subject import show_scene
from dashboard.pages.ask.subject import AskSubject, build_case_subject
from dashboard.pages.cases import triangle_panel
from dashboard.runtime.case_parameter import CASE, forget_case_id, read_case_id, rename_former_parameter, write_case_id
from dashboard.runtime.state_keys import ask as keys
from dashboard.style.theme import reserve_aspect_ratio
from dashboard.widgets import navigation
from dashboard.widgets.visitor_quota import count_questions_left

BENCHMARK = {"benchmark": "Benchmark"}
OF_TRIANGLES = BENCHMARK | {"upload": "Upload", "camera": "Camera", "scene": "Lab scene"}
OF_GENERATORS = BENCHMARK | {"item": "Lab item"}
"""Possible sources of the subject, for triangles and for benchmarks with a generator."""

MAX_IMAGE_PX = 380
"""Maximum height of a case's image, so that its question is on the first screen."""


def show() -> tuple[AskSubject | None, DeltaGenerator]:
    """Show the whole form; return the photograph, None until there is one, and a placeholder below the button."""
    picture, form = st.columns(2, gap="medium")
    with picture:
        subject = _show_subject()
        below_picture = st.container()
    with form:
        _show_form(subject, below_picture)
        return subject, st.container()


def _show_subject() -> AskSubject | None:
    of_items = OF_GENERATORS if has_lab_items(get_benchmark_info().benchmark_id) else BENCHMARK
    ways = OF_TRIANGLES if triangle_panel.is_triangle_benchmark() else of_items
    if len(ways) == 1:
        return _show_benchmark()
    way = st.segmented_control(
        get_benchmark_info().words.case.capitalize(),
        list(ways),
        format_func=ways.__getitem__,
        default="benchmark",
        required=True,
        key=keys.SUBJECT_KIND,
        bind="query-params",
    )
    if way in ("upload", "camera"):
        subject = show_own_photograph(way)
        if subject is not None:
            show_uncertainty(subject)
        return subject
    if way == "scene":
        return show_scene()
    if way == "item":
        return show_item()
    return _show_benchmark()


def _show_benchmark() -> AskSubject | None:
    cases, info = run_query("case_pictures", case_ids=None), get_benchmark_info()
    words, option = info.words, format_benchmark_option(info.benchmark_id)
    ids, is_here = list(cases["case_id"]), cases["image_key"].notna()
    if not ids:
        st.info(texts.describe_no_cases(words.cases, option))
        return None
    rename_former_parameter()
    wanted = read_case_id()
    if wanted in ids:
        keys.CASE.write(wanted)
    elif wanted is not None:
        st.warning(texts.describe_unknown_case(words.case, escape_markdown(wanted[:40])))
        forget_case_id()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        case_id = st.selectbox(
            texts.name_case_list(words.case.capitalize()),
            ids,
            index=int(is_here.argmax()),
            key=keys.CASE,
            on_change=_write_case,
        )
        present = [name for name, here in zip(ids, is_here, strict=True) if here] or ids
        st.button(
            "Pick another",
            icon=":material/casino:",
            on_click=_choose_random_case,
            args=(present,),
            key=keys.ANOTHER_CASE,
        )
    subject = build_case_subject(case_id)
    size = subject.row["width_px"], subject.row["height_px"]
    with st.container(width=round(MAX_IMAGE_PX * size[0] / size[1])):
        reserve_aspect_ratio(keys.ASK_PICTURE, *size)
        build_photograph(
            subject.url,
            *size,
            list(subject.shapes),
            ("points", "border"),
            f"{words.case.capitalize()} {case_id}",
            key=keys.ASK_PICTURE,
        ).show()
    if subject.case is not None and subject.case.text is not None:
        st.text(subject.build_message(TEXT))
    if subject.note:
        st.caption(escape_markdown(subject.note))
    st.page_link(
        navigation.CASES,
        label=f"Open this {get_benchmark_info().words.case}",
        icon=":material/photo_library:",
        query_params={CASE: case_id},
    )
    return subject


def _choose_random_case(ids: list[str]) -> None:
    keys.CASE.write(random.choice(ids))  # noqa: S311 - no secret
    _write_case()


def _write_case() -> None:
    """Write the case to the URL (callback).

    The widget is not bound to the parameter: Streamlit removes a bound parameter when the browser's Back button leaves
    its widget's page, and Cases has the same one.
    """
    write_case_id(keys.CASE.read() or "")


def _show_form(subject: AskSubject | None, below_picture: DeltaGenerator) -> None:
    try:
        models = show_models()
    except PriceError as error:
        st.error(escape_markdown(error))
        return
    views = show_views()
    n_frames = show_frames((subject.sources if subject else None) or ())
    prompt = show_prompt()
    if subject is not None:
        with below_picture:
            _show_input(subject, views)
    if not can_ask():  # the caption above has the reason
        return
    are_solvers = bool(models.endpoints) and all(target.provider is SOLVER for target in models.endpoints)
    kept_help = texts.KEEPS_READ_ONLY if get_settings().read_only else texts.KEEPS
    keeps = st.toggle(
        "Save to results",
        value=not get_settings().read_only,
        disabled=get_settings().read_only or are_solvers,
        key=keys.KEEP_ANSWERS,
        help=texts.KEEPS_SOLVER if are_solvers and not get_settings().read_only else kept_help,
    )
    for problem in models.problems:
        st.error(escape_markdown(problem))
    for caution in () if get_settings().read_only else dict.fromkeys(target.caution for target in models.endpoints):
        if caution:
            st.warning(escape_markdown(caution))
    reason = _explain_disabled(subject, models, views)
    if (
        st.button(
            texts.name_ask_button(0 if are_solvers else len(models.endpoints) * len(views)),
            icon=":material/send:",
            type="primary",
            key=keys.ASK_MODELS,
            disabled=bool(reason) or prompt is None,
            help=escape_markdown(reason) or None,
        )
        and subject is not None
        and prompt is not None
    ):
        try:
            start(subject, models.endpoints, views, prompt, n_frames=n_frames, is_to_be_kept=keeps)
            keys.ANSWERS_ARE_AWAITED.write(True)
        except (RunError, PromptError, ImageViewError) as error:
            st.error(escape_markdown(error))
    if reason:
        st.caption(escape_markdown(reason))
    if get_settings().read_only and not is_asking_off():
        n_left, n_allowed = count_questions_left(), get_settings().visitor_questions
        has_solvers = triangle_panel.is_triangle_benchmark()
        st.caption(texts.describe_questions_left(n_left, n_allowed, has_solvers=has_solvers))


def _explain_disabled(subject: AskSubject | None, selection: ModelSelection, views: list[str]) -> str:
    """Return the reason why Ask is disabled; empty if it is enabled."""
    if subject is None:
        return texts.describe_no_case(get_benchmark_info().words.case)
    if subject.sources is None and views != [NO_IMAGE]:
        return subject.note
    if not selection.endpoints:
        return texts.NO_KEY if selection.needs_key else texts.NO_MODEL
    if not views:
        return texts.NO_VIEW
    if len(selection.endpoints) * len(views) > MAX_AT_ONCE:
        return texts.describe_many_requests(MAX_AT_ONCE)
    return ""


def _show_input(subject: AskSubject, views: list[str]) -> None:
    """Show what models get besides the photograph: a note on its marks, every other chosen view, and the questions."""
    if subject.shapes:
        st.caption(texts.MARKS_NOTE)
    _show_views(subject, [view for view in views if view not in (ORIGINAL_VIEW, NO_IMAGE)])
    if subject.case is None or subject.case.text is None:
        st.markdown(texts.list_questions([format_spoken_question(question) for question in subject.questions]))


def _show_views(subject: AskSubject, others: list[str]) -> None:
    """Show the image as models see it in other views than the original."""
    if not subject.sources or not others:
        return
    st.markdown(texts.VIEWS_SECTION)
    with st.grid("auto", min_column_width=170):
        for view in others:
            try:
                url, width_px, height_px = _render_view(subject, view)
            except ImageViewError as error:
                st.caption(f"{VIEW_TITLES[view]}: {escape_markdown(error)}.")
                continue
            with st.container():
                build_photograph(
                    url,
                    width_px,
                    height_px,
                    [],
                    (),
                    f"The view {VIEW_TITLES[view]}",
                    key=keys.VIEW_PICTURE.make_key(view),
                ).show()
                description = PERTURBATIONS[view].description if view in PERTURBATIONS else ""
                st.caption(f"{VIEW_TITLES[view]}. {description}" if description else VIEW_TITLES[view])


def _render_view(subject: AskSubject, view: str) -> tuple[str, int, int]:
    """Return URL, width and height of a reduced view."""
    first = (subject.sources or ())[0]
    if isinstance(first, Path):
        return _render_benchmark_view(str(first), view)
    image = apply_image_view(first, view, get_settings().ask_max_side_px)
    return encode_image_url(image, 600), *image.size


@st.cache_data(max_entries=200, show_spinner=False)
def _render_benchmark_view(path: str, view: str) -> tuple[str, int, int]:
    scene = LoadedPhotograph(load_upright_image(Path(path)), read_camera_metadata(Path(path)))
    image = apply_image_view(scene, view, get_settings().ask_max_side_px)
    return encode_image_url(image, 600), *image.size
