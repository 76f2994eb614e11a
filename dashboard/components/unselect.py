"""Takes back what is selected on a chart: Plotly tells no click on a mark that is selected already."""

from dashboard.components.mount import component

_UNSELECT = component("unselect")


def unselect(chart: str, key: str, *, is_asked: bool) -> None:
    """Lets every mark of a chart be clicked again.

    Args:
        chart: its key.
        key: of the component.
        is_asked: whether the selection is to be taken back now; the component has to be there before and after.
    """
    _UNSELECT(key=key, data={"chart": chart, "is_asked": is_asked})
