"""Texts of the page Truth audit."""

from core.formatting import format_number

QUESTION = "Is the truth of the benchmark right? Each triangle is measured again in its images."
TRIANGLE_CHOICE = "Triangle, the largest disagreement first"
ALL_TRIANGLES = "All triangles as a table"
ALL_TRIANGLES_ALT = "Verdicts of the audit"

RANKING_TITLE = "Ranking with corrected ground truth"
RANKING_HELP = (
    "The audited truth of a triangle has one source: its stated lengths, exchanged if two are swapped; or the "
    "three sides that the images show, if a stated length is blamed otherwise. Reference models are left out: the "
    "homography solver's lengths are those of the images, so it would be scored against its own answers. The "
    "change is in points; its interval has triangles as clusters, and whether it is significant is corrected for the "
    "number of models (Holm). Ranks follow the means. *Blamed triangles*: score 3D on the triangles with errors only."
)

TILT_TITLE = "Tilt: homography against accelerometer"
TILT_HELP = (
    "The table is level, so the accelerometer (EXIF data of the photograph) measures the same angle without the "
    "image: a check of the homography. A sensor mounted at a slight angle reads too little or too much in every "
    "photograph."
)
TILT_CHART = "Homography minus accelerometer over the mean of both tilts"
TILT_AXIS = "tilt, mean of both measures"

CLASSES_TITLE = "Side classes in 2D: the release vs. the paper"
CLASSES_HELP = (
    "The paper calls a triangle equilateral if all three pairs of sides are within 3%. The release compares only "
    "neighbours in sorted order, so its longest and shortest sides may differ by more."
)
CLASS_BY_THE_PAPER = "by the paper's rule"

SIDE_AXIS = "length in the images minus stated length, cm"
DEVIATION_CHART = "The other triangles by the largest difference of a side"
DEVIATION_AXIS = "largest difference of a side, cm"


def explain_audit(truth: str) -> str:
    """Explain when a side is blamed, and how to read the arrows.

    Args:
        truth: the benchmark's word for its stated truth, here and below.
    """
    return (
        "A side through the homography is the median over the triangle's images. A side is blamed if its difference "
        "exceeds what the noise of all triangles explains, and if it is similar in every image. The audit changes no "
        f"score: every other page uses the {truth} truth. Each arrow points from the stated length (zero) to the "
        "length in the images; the grey band is the limit of noise. Click a mark to see the triangle's evidence."
    )


def format_triangle_count(count: int) -> str:
    """Format a number of triangles."""
    return "1 triangle" if count == 1 else f"{count:,} triangles"


def describe_blamed(count: int, cases: str) -> str:
    """Describe how many triangles are blamed, as the title of their chart."""
    return f"**{format_triangle_count(count)} with a side that the {cases} contradict**"


def describe_arrows(truth: str, cases: str) -> str:
    """Describe the chart of the blamed triangles."""
    return f"Blamed triangles: each side as {truth} and in the {cases}"


def explain_arrows(truth: str, cases: str, limit_cm: float) -> str:
    """Explain the numbers and the colours of the chart of blamed triangles."""
    return (
        f"One row per triangle. Above each arrow: as {truth} → in the {cases}, cm. Grey band: measurement noise "
        f"(±{format_number(limit_cm)} cm). Red: outside it."
    )


def describe_agreeing(count: int, cases: str, truth: str) -> str:
    """Describe how many triangles agree with their images, as the title of their chart."""
    return f"**{format_triangle_count(count)} whose {cases} agree with the {truth} sides**"


def explain_noise(cases: str, noise_cm: float, limit_cm: float) -> str:
    """Explain which differences chance explains."""
    return (
        f"Centimetres. If truth and {cases} agree, a difference of {format_number(noise_cm, 2)} cm is usual; "
        f"a difference above {format_number(limit_cm)} cm is unlikely to be chance."
    )


def explain_rectified(cases: str, truth: str) -> str:
    """Explain the rectified images of a triangle."""
    return f"The {cases} rectified, all turned as the first. Solid: the {truth} sides. White dots: measured."


def list_ranking_headings(truth: str) -> dict[str, str]:
    """List the headings of the ranking under both truths, by column."""
    return {
        "run_label": "Model",
        "rank_published": f"rank, {truth}",
        "rank_audited": "rank, audited",
        "score": f"score 3D, {truth}, %",
        "corrected_score": "score 3D, audited, %",
        "correction": "change (95% CI)",
        "standing": "verdict",
        "blamed_published": f"blamed triangles, {truth}, %",
        "blamed_audited": "blamed triangles, audited, %",
    }


def explain_run_limit(limit_note: str, truth: str) -> str:
    """Explain which runs the ranking shows if it does not show all.

    Args:
        limit_note: how many runs are shown.
        truth: the benchmark's word for its stated truth.
    """
    return f"{limit_note}: the best under the {truth} truth. Ranks are among all; the CSV has all."


def explain_tilt_chart(case: str, cases: str) -> str:
    """Explain the band of the chart of tilts and what a click does."""
    return f"Grey band: 95% of the {cases}. Click a mark or a row to open its {case}."


def describe_tilt_table(cases: str) -> str:
    """Describe the order of the table of tilts."""
    return f"{cases.capitalize()}, the largest difference first"


def describe_class_differences(n_differences: int, case_count: str) -> str:
    """Describe how many cases have another side class in 2D by the release than by the paper.

    Args:
        n_differences: number of these cases.
        case_count: the number of all cases with their name.
    """
    return (
        f"**{n_differences} of {case_count}** have another side class in 2D by the release than by the paper's rule. "
        "Scores against 2D use the released class."
    )


def describe_class_table(cases: str) -> str:
    """Describe the table of cases whose side class differs."""
    return f"{cases.capitalize()} whose side class differs by rule; a row opens one"


def describe_side(group_id: str, side: str, tape_cm: float, difference_cm: float, verdict: str) -> str:
    """Describe a side's length as stated and in the images, as hover text."""
    return (
        f"{group_id} {side.upper()}: {format_number(tape_cm)} cm as stated, "
        f"{format_number(tape_cm + difference_cm)} cm in the images, "
        f"{format_number(difference_cm, with_plus=True)} cm<br>{verdict}"
    )


def describe_max_deviation(group_id: str, difference_cm: float, verdict: str) -> str:
    """Describe the largest difference of a triangle, as hover text."""
    return f"{group_id}: largest difference {format_number(difference_cm, 2)} cm<br>{verdict}"


def describe_noise_limit(limit_cm: float) -> str:
    """Describe the line at the limit of noise."""
    return f"limit of noise, {format_number(limit_cm)} cm"


def describe_tilts(case_id: str, homography_deg: float, accelerometer_deg: float, difference_deg: float) -> str:
    """Describe both measures of an image's tilt, as hover text."""
    return (
        f"{case_id}: homography {format_number(homography_deg)}°, accelerometer {format_number(accelerometer_deg)}°, "
        f"difference {format_number(difference_deg, with_plus=True)}°"
    )
