"""How to ask: image views and the prompt, with what it changes against the paper's."""

import streamlit as st

from core.asking.image_views import IMAGE_VIEWS
from core.asking.prompts import MAX_PROMPT_CHARACTERS, Prompt, difference, find_prompt, own_prompt, variant_ids
from core.errors import PromptError
from core.text import plain
from dashboard.queries import table

PAPER, OWN = "tri_bench", "own_text"
VIEW_NAMES = {name: name.replace("_", " ").replace("rotated", "rotated by") for name in IMAGE_VIEWS}


def show_views() -> list[str]:
    """Shows the image views and returns the chosen ones, in their order."""
    chosen = st.pills(
        "Image view",
        list(IMAGE_VIEWS),
        format_func=VIEW_NAMES.__getitem__,
        selection_mode="multi",
        default=["original"],
        key="view",
        bind="query-params",
        wrap=True,
        help="What the model is shown. All six answers stay the same in every view: several of them, asked side by "
        "side, tell whether a model's answers depend on what they must not depend on.",
    )
    return [view for view in IMAGE_VIEWS if view in chosen]


def show_prompt() -> Prompt | None:
    """Shows the prompts and returns the chosen one; None where it cannot be sent."""
    paper_text = _paper_text()
    usable, refused = _variants(paper_text)
    titles = {prompt.prompt_id: prompt.title for prompt in usable} | {OWN: "Own text"}
    chosen = st.selectbox("Prompt", list(titles), format_func=titles.__getitem__, key="prompt", bind="query-params")
    for reason in refused:
        st.caption(plain(reason))
    prompt = _own(paper_text) if chosen == OWN else next(prompt for prompt in usable if prompt.prompt_id == chosen)
    if prompt is not None:
        _show_text(prompt, paper_text)
    return prompt


def _paper_text() -> str:
    rows = table("prompts")
    texts = rows.loc[rows["prompt_id"] == PAPER, "text"]
    return str(texts.iloc[0]) if len(texts) else ""


def _variants(paper_text: str) -> tuple[list[Prompt], list[str]]:
    """The prompts that go with this release, and why the others do not."""
    usable, refused = [], []
    for prompt_id in (PAPER, *variant_ids()) if paper_text else ():
        try:
            usable.append(find_prompt(prompt_id, paper_text))
        except PromptError as error:
            refused.append(str(error))
    return usable, refused


def _own(paper_text: str) -> Prompt | None:
    text = st.text_area(
        "Own text",
        paper_text,
        height=260,
        max_chars=MAX_PROMPT_CHARACTERS,
        key="own_prompt",
        help="Answers are read from a JSON object with the paper's six keys; the rest of the reply is yours.",
    )
    try:
        return own_prompt(text)
    except PromptError as error:
        st.error(plain(error))
        return None


def _show_text(prompt: Prompt, paper_text: str) -> None:
    """The text as sent; of any but the paper's, its difference from that."""
    if prompt.text == paper_text:
        with st.expander("The prompt as sent"):
            st.code(prompt.text, language=None, wrap_lines=True)
        return
    lines = difference(paper_text, prompt.text)
    changed = sum(mark != " " for mark, _ in lines)
    with st.expander(f"What differs from the paper's prompt: {changed} lines"):
        st.code("\n".join(f"{mark} {line}" for mark, line in lines), language="diff", wrap_lines=True)
