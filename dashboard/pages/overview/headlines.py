"""The first findings, each with the image of a case that shows it and a link to all of them."""

from functools import partial

import streamlit as st

from core.analyses.headlines import Headline
from core.formatting import escape_markdown
from dashboard.runtime.state_keys import overview as keys
from dashboard.widgets.example_gallery import load_tile_rows
from dashboard.widgets.finding_links import format_link_label
from dashboard.widgets.navigation import build_run_filter, open_cases
from dashboard.widgets.thumbnails import build_linked_gallery, build_thumbnail


def show(headlines: list[Headline]) -> None:
    """Show the findings in a column; as plain sentences if none has an image or a link to its cases."""
    if not any(headline.case_id or headline.run_ids for headline in headlines):
        st.markdown("\n\n".join(escape_markdown(headline.text) for headline in headlines))
        return
    for number, headline in enumerate(headlines):
        picture, sentence = st.columns([3, 14], gap="small", vertical_alignment="center")
        if headline.case_id:
            with picture:
                tile = build_thumbnail(
                    load_tile_rows([headline.case_id])[headline.case_id], headline.case_id, "", is_outlined=True
                )
                build_linked_gallery([tile], keys.HEADLINE_GALLERY.make_key(number)).show()
        sentence.markdown(escape_markdown(headline.text))
        if headline.run_ids:
            sentence.button(
                format_link_label(headline.run_ids),
                key=keys.HEADLINE_CASES.make_key(number),
                icon=":material/arrow_forward:",
                type="tertiary",
                on_click=partial(_open, headline),
            )


def _open(headline: Headline) -> None:
    open_cases(**build_run_filter(headline.run_ids), **headline.levels)
