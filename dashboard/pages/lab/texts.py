"""Texts of the page Lab."""

from core.formatting import format_count

QUESTION = (
    "Move the camera with the sliders, or drag A, B and C on the board: when does the image mislead, and do the "
    "solvers still find the correct answer?"
)
NUMBERS_MISLEAD = "The classes look right, but lengths or angles mislead: "
"""Begins the solvers' sentence if a reader of the flat image is wrong about numbers only."""
CAMERA_VIEW = "**Camera view**"
QUESTION_OF_ITEM = (
    "Try a question of this benchmark: change its image with the sliders, and watch when the correct answer changes."
)
INVALID_ITEM = "The link is not a valid item"
OPEN_ITEM = "Open this item on that page."
FOIL_MARK = " :orange[◆ what the flat image suggests]"
TRUTH_SECTION = "What one slider changes"
TOO_SLOW = "The truth of these items takes too long for a curve. Try single values with the sliders."

QUESTION_OF_CAMERA = (
    "Try a question of this benchmark: move the camera with the sliders. The correct answer stays the same, but from "
    "some sides the image hides it or suggests a wrong one."
)
TRY_VIEWS = "Find a view that hides what the question is about; then ask a model about it."
TRY_MISLEADING_VIEWS = "In which views does :orange[◆] mark a wrong answer? Ask a model about one of them."
MORE_CONTROLS = "Light, roll and object"
NO_CHANGE = "From here no single slider changes the correct answer."

TRUTH_HELP = (
    "Blue: the correct option. Orange: what the flat image suggests. Open marks: the generator would not ask this, "
    "because it is not clear enough. The line marks the slider's value; the other sliders keep theirs."
)

FOIL_TRACE = "the flat image suggests"
OPEN_SCENE = "Open this scene on that page."

SLIDERS = {
    "tilt_deg": "0: straight down. Tri-Bench's tilted photographs have 35 to 73.",
    "azimuth_deg": "Rotation of the board, seen from above.",
    "roll_deg": "Rotation of the image about the viewing direction.",
    "distance_cm": "To the middle of the board; increased if the whole tape would not fit.",
    "brightness": "Factor on the automatic exposure.",
    "warmth": "0: as white balance leaves it. 1: like a filament. −1: bluish.",
    "noise": "Factor on the sensor's noise.",
}
"""Explanation of each slider by attribute of a scene."""

INVALID_SCENE = "The link is not a valid scene"
RANDOM_TRIANGLE = "Random triangle of class"
RANDOM_TRIANGLE_HELP = "A triangle of this class, anywhere on the table. Or drag A, B and C on the board."
MOVE_OBJECT = "Drag O on the board to move it."
NEW_TABLE = "New table and lighting"
PICTURE_ALT = "The scene as its camera sees it"
CLASSES_SECTION = "Apparent class by tilt"
CLASSES_CHART = "Side class and angle class in the image by tilt"
CLASSES = "Classes of the image while the camera tilts at this distance. Dashed line: the current tilt."

CLASSES_HELP = (
    "The classes follow exactly from the scene; no image is rendered for them. The camera tilts from 0 to 80 "
    "degrees, as far as it sees the whole board from above. It is aimed as when you move the tilt slider, so that "
    "the whole tape is in the image; if it is too near for that, it moves back."
)

ONE_VALUE = "The range has only one value."
NO_VALID_SCENE = "No value in this range gives a valid scene."

SWEEP_HELP = (
    "The curves of one triangle jump when a class changes. For the mean over many triangles, generate a set with "
    "the commands below."
)

COMMANDS_SECTION = "Run this sweep on a model"
MODEL_HELP = "provider:model, as the command `run` takes it."
TILT_RANGE = "Tilt of tilted scenes, °"
INVALID_MODEL = "A model's name may contain only letters, digits and . _ : / @ -"

COMMANDS_HELP = (
    "The set has its own data folder, *sweep*. The last command starts a dashboard with the model and the solvers."
)


def describe_replaced_item(error: str) -> str:
    """State why the first item is shown."""
    return f"{error}. Showing the first item instead."


def describe_unknown_item(link: str) -> str:
    """State that a link names no item of the benchmark."""
    return f"{link!r} is not an item of this benchmark"


def describe_invalid_value(part: str) -> str:
    """State that a part of a link is not a value of the item."""
    return f"{part!r} is not a value of this item"


def describe_impossible_item(error: str) -> str:
    """State why the item cannot be generated."""
    return f"This item cannot be generated: {error}."


def describe_impossible_image(error: str) -> str:
    """State why an image cannot be drawn."""
    return f"This cannot be drawn: {error}."


def describe_margin(margin: str, title: str) -> str:
    """State the margin of the right answer and what it measures."""
    return f"Margin **{margin}**: {title}."


def describe_problem(problem: str) -> str:
    """State why the generator does not ask this."""
    return f"**Not asked**: the generator leaves this out: {problem}."


def name_truth_chart(parameter: str) -> str:
    """Return the title of the chart of the truth along a parameter."""
    return f"Correct option by {parameter}"


def describe_large_scene(width_px: int, height_px: int) -> str:
    """State that the image of a scene exceeds the maximum size."""
    return f"{width_px} x {height_px} pixels exceed the Lab's maximum"


def describe_replaced_scene(error: str) -> str:
    """State why the first scene is shown."""
    return f"{error}. Showing the first scene instead."


def describe_refused_change(error: str) -> str:
    """State why the scene is unchanged."""
    return f"{error}. The scene is unchanged."


def describe_line(error: str) -> str:
    """State that the corners form no triangle in the image."""
    return f"In this image, A, B and C do not form a triangle: {error}."


def explain_board(*, has_object: bool) -> str:
    """Explain the image and the board beside it."""
    handles = "A, B, C or O, the object" if has_object else "A, B or C"
    return f"A rendered image, not a photograph. Drag {handles} on the board, or use the arrow keys."


def name_board(*, has_object: bool) -> str:
    """Return the title of the board beside the image."""
    return f"**From above** (drag A, B, C{' or O' if has_object else ''})"


def describe_occlusion(legend: str, square_edge: str, triangle_edge: str, sticker: str) -> str:
    """Explain the marks of the table, and state what the object occludes."""
    return (
        f"{legend}; after a number: its error in 3D. "
        f"Occluded: square edge {square_edge}, triangle edge {triangle_edge}, sticker {sticker}."
    )


def explain_right_answers(right_at_percent: float) -> str:
    """Explain when an answer is wrong."""
    return (
        f"A class is wrong if it differs from the truth, a number if its score is below {right_at_percent:g}%. The "
        "best constant answer is left out because it is chosen on other triangles."
    )


def describe_missing_answer(model: str, reason: str) -> str:
    """State why a model has no answer."""
    return f"{model} has no answer: {reason}"


def describe_right_answers(counts: list[tuple[str, int]], n_answers: int) -> str:
    """State how many of `n_answers` answers of each model are right, by name."""
    (first, n_right), *others = counts
    return ", ".join([f"{first} gets {n_right} of {n_answers} correct in 3D", *(f"{name} {n}" for name, n in others)])


def name_sweep_button(n_images: int) -> str:
    """Return the label of the button."""
    return f"Render and measure {n_images} images"


def explain_sweep(n_images: int) -> str:
    """State what the button does."""
    return f"Renders and measures {n_images} images of this triangle, which takes a few seconds."


def name_sweep_chart(factor: str) -> str:
    """Return the title of the chart."""
    return f"Score of the reference solvers by {factor}"


def describe_sweep(n_images: int, n_values: int, n_missing: int) -> str:
    """Explain the curves.

    Args:
        n_images: number of images rendered.
        n_values: number of values tried.
        n_missing: number of answers that a solver could not give.
    """
    invalid = f" ({n_values - n_images} of {n_values} values are not valid scenes)" if n_images < n_values else ""
    missing = (
        f"; {format_count(n_missing, 'time')} a solver found no border or sticker and has no answer"
        if n_missing
        else ""
    )
    return f"Mean score over Q1 to Q6, one triangle, {n_images} images rendered and measured{invalid}{missing}."


def describe_requests(n_scenes: int) -> str:
    """State how many requests the commands send."""
    return f"**{n_scenes} scenes are {n_scenes} requests.** The dry run estimates their cost and sends nothing."
