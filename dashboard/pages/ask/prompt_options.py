"""Choice of image views and prompt, with the prompt's difference from the benchmark's own."""

from collections.abc import Sequence

import streamlit as st

from core.benchmarks.registry import load_benchmark
from core.errors import PromptError
from core.formatting import escape_markdown
from core.inference.frames import MIN_FRAMES, is_video
from core.inference.prompts import (
    MAX_PROMPT_CHARACTERS,
    Prompt,
    compare_prompts,
    find_prompt,
    list_variant_ids,
    make_benchmark_prompt,
    make_own_prompt,
)
from core.inference.view_names import VIEW_TITLES, list_image_views
from core.records import ORIGINAL_VIEW
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.data.current_benchmark import get_workspace
from dashboard.data.queries import read_table
from dashboard.pages.ask import texts
from dashboard.runtime.session_state import as_text
from dashboard.runtime.state_keys import ask as keys

OWN = "own_text"


def show_views() -> list[str]:
    """Show the image views and return the chosen ones in their order."""
    offered = list_image_views(load_benchmark(get_workspace()).image_views)
    with st.expander(texts.VIEWS, keys.VIEW in st.query_params, key=keys.VIEW_LIST, on_change="rerun"):
        chosen = st.pills(
            texts.SEVERAL_VIEWS,
            offered,
            format_func=VIEW_TITLES.__getitem__,
            selection_mode="multi",
            default=[ORIGINAL_VIEW],
            key=keys.VIEW,
            bind="query-params",
            wrap=True,
            help=texts.VIEWS_HELP,
        )
    return [view for view in offered if view in chosen]


def show_frames(images: Sequence[object]) -> int | None:
    """Show how many frames of a video are sent and return the number; None for all, and for separate images."""
    if not is_video(images):
        return None
    n_frames = st.number_input(
        "Frames",
        min_value=MIN_FRAMES,
        max_value=len(images),
        value=len(images),
        key=keys.N_FRAMES.make_key(len(images)),
        help=texts.explain_frames(len(images)),
    )
    return None if n_frames == len(images) else int(n_frames)


def show_prompt() -> Prompt | None:
    """Show the prompts and return the chosen one; None if it cannot be sent."""
    usual = find_benchmark_prompt()
    usual_text = usual.text if usual else ""
    variants, unfit = _list_variants(usual_text)
    usable = [usual, *variants] if usual else variants
    titles = {prompt.prompt_id: prompt.title for prompt in usable} | {OWN: "Own text"}
    chosen = st.selectbox("Prompt", list(titles), format_func=titles.__getitem__, key=keys.PROMPT, bind="query-params")
    if unfit:
        st.caption(texts.describe_unfit_prompts(", ".join(unfit)))
    prompt = (
        _show_own_prompt(usual_text)
        if chosen == OWN
        else next(prompt for prompt in usable if prompt.prompt_id == chosen)
    )
    if prompt is not None:
        _show_text(prompt, usual_text)
    return prompt


def find_benchmark_prompt() -> Prompt | None:
    """Return the benchmark's own prompt, whose id is the benchmark's; None before any run has used it."""
    benchmark_id = str(read_table("benchmarks")["benchmark_id"].iloc[0])
    rows = read_table("prompts")
    stored_texts = rows.loc[rows["prompt_id"] == benchmark_id, "text"]
    if stored_texts.empty:
        return None
    return make_benchmark_prompt(benchmark_id, str(stored_texts.iloc[0]))


def _list_variants(usual_text: str) -> tuple[list[Prompt], list[str]]:
    """Return the variants of the benchmark's prompt, and the names of those that do not fit it."""
    usable, unfit = [], []
    benchmark = load_benchmark(get_workspace())
    benchmark_prompt = make_benchmark_prompt(benchmark.benchmark_id, usual_text)
    for prompt_id in list_variant_ids(benchmark) if usual_text else ():
        try:
            usable.append(find_prompt(prompt_id, benchmark_prompt, benchmark))
        except PromptError:  # the variant edits sentences that this text lacks; the page reports it
            unfit.append(prompt_id.replace("_", " "))
    return usable, unfit


def _show_own_prompt(usual_text: str) -> Prompt | None:
    text = st.text_area(
        "Own text",
        usual_text,
        height=260,
        max_chars=MAX_PROMPT_CHARACTERS,
        key=keys.PROMPT_TEXT,
        help=texts.OWN_CHOICE_PROMPT_HELP if get_benchmark_info().list_questions("choice") else texts.OWN_PROMPT_HELP,
    )
    try:
        return make_own_prompt(as_text(text))
    except PromptError as error:
        st.error(escape_markdown(error))
        return None


def _show_text(prompt: Prompt, usual_text: str) -> None:
    """Show the text as sent, and its difference from the benchmark's prompt if it is another one."""
    if prompt.text == usual_text:
        with st.expander("Prompt as sent"):
            st.code(prompt.text, language=None, wrap_lines=True)
        return
    lines = compare_prompts(usual_text, prompt.text)
    changed = sum(mark != " " for mark, _ in lines)
    with st.expander(texts.name_prompt_changes(changed)):
        st.code("\n".join(f"{mark} {line}" for mark, line in lines), language="diff", wrap_lines=True)
