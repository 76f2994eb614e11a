"""The first screen of a case, drawn over the gallery between the click on its tile and the answer of the server.

The gallery's page has the components without content. The browser requests their content while the pointer rests on a
tile, or with the click. Meanwhile the server sends the page of the case, which is drawn below the preview.
"""

from dataclasses import dataclass
from functools import partial
from threading import Lock
from typing import Any

import streamlit as st

from core.digest import compute_digest
from core.inference.frames import MAX_STILL_IMAGES
from core.warehouse.read import NO_FILTERS, Filters
from dashboard.components.mount import Part
from dashboard.data import prefetch
from dashboard.data.benchmark_info import have_cases_several_images
from dashboard.data.current_benchmark import (
    Generation,
    find_warehouse,
    get_benchmark_id,
    require_generation,
    use_benchmark,
)
from dashboard.data.queries import run_query
from dashboard.pages.cases import case_header, case_view, image_panel, triangle_panel
from dashboard.pages.cases.case_answers import load_run_answers, select_case_runs
from dashboard.pages.cases.case_content import (
    DEFAULT_CHOICES,
    CaseChoices,
    CaseContent,
    build_ahead,
    is_built,
    is_matrix_folded,
    load_content,
    read_choices,
)
from dashboard.pages.cases.case_header import CaseOrder
from dashboard.runtime.server_address import PREVIEWS, get_base_path
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import Runs, list_eligible_runs
from dashboard.widgets import case_jump
from dashboard.widgets.thumbnails import show_credit

MAX_GALLERIES = 100
"""Number of galleries whose cases can be previewed; the one that was shown longest ago makes room."""

MAX_CASES = 20_000
"""Number of cases of a gallery that can be previewed: a longer order would take too much memory."""


@dataclass(frozen=True, slots=True)
class _Gallery:
    """The choices of a gallery that change the pages of its cases, kept for requests without a session."""

    benchmark_id: str
    generation: Generation
    filters: Filters
    counted: Runs
    choices: CaseChoices
    order: CaseOrder


_galleries: dict[str, _Gallery] = {}
_lock = Lock()


def register_gallery(case_ids: list[str], filters: Filters, right_at: float, pinned_ids: list[str]) -> str | None:
    """Remember a gallery and return the address of its previews, which takes `?case=`; None if it has none.

    Args:
        case_ids: of the whole selection, in order.
        filters: of the page.
        right_at: the score from which a graded answer is right.
        pinned_ids: the pinned cases.
    """
    if not prefetch.is_enabled() or len(case_ids) > MAX_CASES:
        return None
    gallery = _Gallery(
        get_benchmark_id(),
        require_generation(),
        filters,
        list_eligible_runs(filters),
        read_choices(filters, right_at),
        CaseOrder(case_ids, is_listed=True, pinned_ids=pinned_ids),
    )
    digest = compute_digest([repr(gallery)])
    with _lock:
        _galleries.pop(digest, None)
        _galleries[digest] = gallery
        while len(_galleries) > MAX_GALLERIES:
            del _galleries[next(iter(_galleries))]
    return f"{get_base_path()}{PREVIEWS}/{digest}"


def build_preview(digest: str, case_id: str) -> dict[str, Any] | None:
    """Build what the components of `show` draw for a case, by their keys; needs no session.

    None if the gallery is forgotten or does not have the case, if `show` has no place for the case's images, if the
    server has too much to do to build it, or if that fails, which the page of the case then reports.

    Args:
        digest: the last part of the address of the gallery's previews.
        case_id: id of the case.
    """
    gallery = _galleries.get(digest)
    if gallery is None or case_id not in gallery.order.ids:
        return None
    with use_benchmark(gallery.benchmark_id):
        if find_warehouse() is None or require_generation() != gallery.generation:
            return None
        runs, choices = select_case_runs(case_id, gallery.filters, counted=gallery.counted), gallery.choices
        build = partial(build_ahead, case_id, choices, gallery.filters, gallery.counted)
        if not is_built(case_id, runs, choices) and not prefetch.fetch_if_idle(build):
            return None
        content = load_content(case_id, runs, choices)
        if not 0 < len(content.images) <= _count_image_places():
            return None
        is_folded = is_matrix_folded(load_run_answers(case_id, choices.right_at, runs))
        parts = [
            case_header.build(case_id, gallery.order, case_view.build_keys(runs.run_ids)),
            *content.images,
            *(part for part in (content.group, content.question, None if is_folded else content.matrix) if part),
        ]
        return {_name_key(part.key): part.data for part in parts}


def show() -> None:
    """Mount the components of the first screen of a case, empty and hidden, arranged as on the page of a case."""
    if not prefetch.is_enabled():
        return
    case_id, counted = str(run_query("first_case")["case_id"].iloc[0]), list_eligible_runs(NO_FILTERS)
    example = load_content(case_id, select_case_runs(case_id, counted=counted), DEFAULT_CHOICES)
    if not example.images:
        return
    with st.container(key=keys.CASE_PREVIEW):
        _show_empty(case_header.build(case_id, CaseOrder([case_id], is_listed=True, pinned_ids=[]), {}))
        if example.group:
            with case_header.make_group_row(has_group=True):
                _show_empty(example.group)
                st.space(case_jump.WIDTH_PX)
        with st.container(key=keys.PREVIEWED_SUBJECT):
            _show_subject(example)
        _show_empty(example.matrix)


def _show_subject(example: CaseContent) -> None:
    if triangle_panel.is_triangle_benchmark():
        for column, image in zip(triangle_panel.make_columns(), example.images, strict=False):
            with column:
                _show_empty(image)
        return
    picture, question = image_panel.make_subject_columns()
    with picture:
        with st.container(horizontal=True):
            for position in range(1, _count_image_places() + 1):
                example.images[0].show_empty(_name_key(keys.IMAGE.make_key(position)))
        show_credit()
    if example.question:
        with question:
            _show_empty(example.question)


def _count_image_places() -> int:
    if triangle_panel.is_triangle_benchmark():
        return 2
    return MAX_STILL_IMAGES if have_cases_several_images() else 1


def _show_empty(part: Part) -> None:
    part.show_empty(_name_key(part.key))


def _name_key(key: str) -> str:
    return keys.PREVIEWED.make_key(key)
