"""The form below the gallery that saves its cases, or the pinned ones, as a cohort."""

from functools import partial

from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.cases import gallery, texts
from dashboard.selection.drilldown import read_drilldown
from dashboard.selection.filters import read_session_filters
from dashboard.widgets import filter_chips, save_cohort


def show(pinned_ids: list[str]) -> None:
    """Show the form.

    Args:
        pinned_ids: the pinned cases.
    """
    sources = {texts.name_filtered(get_benchmark_info().words.cases): list_selected_cases}
    if pinned_ids:
        sources[f"The {len(pinned_ids)} pinned"] = partial(list, pinned_ids)
    save_cohort.show("gallery", sources, describe_selection())


def list_selected_cases() -> list[str]:
    """List the cases of the gallery, from the session's choices and the link's scope."""
    filters = read_drilldown().narrow(read_session_filters())
    return list(gallery.load_cases(filters, gallery.read_order())["case_id"])


def describe_selection() -> str:
    """Describe the filters and the scope in one line."""
    scope = read_drilldown().text
    choices = filter_chips.describe_choices(gallery.list_further_choices())
    return "; ".join([*choices.values(), *([scope] if scope else [])])
