"""Texts of the page Tilt."""

from core.formatting import format_number

QUESTION = "How much does a tilted camera cost each model?"
PANEL_TITLES = {"3D": "Score 3D, %: against the world", "2D": "Score 2D, %: against the flat image"}
"""Titles of a chart's panels, by the frame of the score."""

TILT_AXIS = "camera tilt (homography), degrees"
LINES_CHART = "Score 3D of every model against the tilt of the camera"
BANDS_TABLE = "Score by tilt band"
PANELS_EXPANDER = "One panel per model, against 3D and 2D"
NO_DATA = "no data"
NOT_AFTER_CORRECTION = "not after correction"
"""Verdict on a difference whose own interval excludes 0, but that is not significant among so many models."""

EFFECT_CHART = "Effect of tilting on the score 3D of every model"
EFFECT_AXIS = "change of score 3D, points"
EFFECT_TABLE = "The effect in numbers, against 3D and 2D"
CURVES_TITLE = "Score at every tilt"
NO_CHANGE = "no change"
NO_EFFECT = "Too few triangles were photographed in two bands of tilt to show an effect of tilting."


def explain_no_answer(case_count: str, without: int) -> str:
    """Explain why no score can be shown against tilt.

    Args:
        case_count: the number of cases that fit the filters, with their name.
        without: how many of them have no measured tilt.
    """
    return (
        f"{case_count} fit these filters, {without:,} of them without a measured tilt. No readable answer is about one "
        "with a measured tilt. Tilt is measured if the image file is available."
    )


def describe_counts(n_cases: int, case_count: str, without: int, unreadable: int) -> str:
    """Describe how many cases have a measured tilt, and how many answers are left out.

    Args:
        n_cases: number of cases that fit the filters.
        case_count: the number of cases that fit the filters, with their name.
        without: how many of them have no measured tilt.
        unreadable: number of unreadable answers.
    """
    counted = f"{n_cases - without:,} of {case_count} have a measured tilt" if without else case_count
    unread = f"; {unreadable:,} unreadable answers" if unreadable else ""
    return f"{counted}{unread}."


def explain_charts(few_groups: int, bandwidth_deg: float, counted_run: str, parser_note: str) -> str:
    """Explain marks, curves, reference models and panels.

    Args:
        few_groups: marks of fewer triangles are faint.
        bandwidth_deg: of the local mean.
        counted_run: the run by which a model counts.
        parser_note: on the parser of the replies.
    """
    return (
        "**Marks:** mean score per band of ten degrees with its 95% CI, triangles as clusters, at the mean tilt "
        f"of the band; faint below {few_groups} triangles.\n\n"
        f"**Curves:** local mean (Nadaraya–Watson, ± {bandwidth_deg:g}°), in panels with its 95% CI. "
        "Unlabelled grey curves are those of the other panels. "
        "A grey stripe marks a range of tilts without data that is left out.\n\n"
        "**Image-plane solver:** a perfect reader of the flat image, which tilt distorts. **Homography solver:** the "
        "ceiling. A model that does not look at the photograph loses nothing to tilt.\n\n"
        f"**Panels for questions:** means over the models, each by one run: {counted_run}.\n\n"
        f"Click a mark to open its cases.\n\n{parser_note}"
    )


def explain_effect(low: str, high: str) -> str:
    """Explain the effect of tilting as the difference between two bands of tilt."""
    return (
        f"Score in {high} minus score in {low}, in points, on the triangles in both bands. "
        "Verdicts are corrected for the number of models."
    )


def explain_lines(n_faint: int, bandwidth_deg: float, *, has_references: bool) -> str:
    """Explain the marks and lines of the chart of all models.

    Args:
        n_faint: number of models without colour and name.
        bandwidth_deg: of the local mean.
        has_references: whether reference models have lines that are hidden at first.
    """
    references = " Click a solver's name in the legend to add its line." if has_references else ""
    faint = f" Faint: {n_faint} more models." if n_faint > 0 else ""
    return (
        "Marks: means per ten degrees with 95% CIs, side by side. Curves: means within "
        f"± {bandwidth_deg:g}° of each tilt, across the bands, so they can pass beside the marks.{references}{faint}"
    )


def describe_overview_effect(cases: str, effects: str) -> str:
    """State how the effect of tilt on Overview differs from that on this page.

    Args:
        cases: the benchmark's word for its cases.
        effects: models with their effects on Overview, in words.
    """
    return f"Overview compares all tilted with all planar {cases} instead: {effects}."


def name_effect(frame: str) -> str:
    """Name the column of effects on the score in a frame."""
    return f"{frame}, points (95% CI)"


def describe_panel(label: str) -> str:
    """Describe the chart of a line's scores in both frames."""
    return f"{label}: score 3D and 2D against the tilt of the camera"


def explain_panel_choice(n_shown: int, n_panels: int) -> str:
    """Explain in the empty list of panels which are shown, and how to add others."""
    return f"{n_shown} of {n_panels:,} shown, the best; type to add others"


def describe_shown_panels(n_shown: int, n_panels: int) -> str:
    """State how many panels are shown."""
    return f"{n_shown} of {n_panels:,} shown."


def describe_mark(label: str, tilt: str, frame: str, percent: float, interval: str) -> str:
    """Describe the mean score in a band of tilt, as hover text.

    Args:
        label: of the line, as on the chart.
        tilt: the band.
        frame: of the score.
        percent: the mean score.
        interval: its interval and number of triangles.
    """
    return f"{label}, {tilt}<br>score {frame} {format_number(percent)}%, {interval}"


def explain_no_interval(n_triangles: int) -> str:
    """Explain why a mark has no interval."""
    return f"too few triangles for an interval ({n_triangles})"
