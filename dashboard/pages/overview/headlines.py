"""The first findings, each with a picture of a case that shows it and the way to all of them."""

from functools import partial

import streamlit as st

from core.analyses.headlines import Headline
from core.formatting import plain
from dashboard.widgets.example_gallery import pictures_of
from dashboard.widgets.finding_links import worst_cases_of
from dashboard.widgets.navigation import of_runs, open_cases
from dashboard.widgets.thumbnails import show_linked_gallery, thumbnail


def show(found: list[Headline]) -> None:
    """The findings below each other; as plain sentences where none has a picture or a way to its cases."""
    if not any(headline.case_id or headline.run_ids for headline in found):
        st.markdown("\n\n".join(plain(headline.text) for headline in found))
        return
    for number, headline in enumerate(found):
        picture, said, way = st.columns([2, 10, 5], gap="small", vertical_alignment="center")
        if headline.case_id:
            with picture:
                tile = thumbnail(
                    pictures_of([headline.case_id])[headline.case_id], headline.case_id, "", is_outlined=True
                )
                show_linked_gallery([tile], f"headline-{number}")
        said.markdown(plain(headline.text))
        if headline.run_ids:
            way.button(
                worst_cases_of(headline.run_ids),
                key=f"headline-{number}-cases",
                icon=":material/arrow_forward:",
                type="tertiary",
                on_click=partial(_open, headline),
            )


def _open(headline: Headline) -> None:
    open_cases(**of_runs(headline.run_ids), **headline.levels)
