"""Texts of the page Ask a model."""

from collections.abc import Sequence

from core.formatting import format_count, join_with_and

KEEPS_READ_ONLY = "This dashboard is read-only: replies are shown but not saved."
KEEPS = "Adds each reply to a case of the benchmark to the model's journal, for the next build."
KEEPS_SOLVER = "Solver answers are already in the results: every build asks the solvers itself."
NO_MODEL = "Choose a model."
NO_KEY = "Enter a key above to begin, or choose Own server."
NO_VIEW = "Choose an image view."
VIEWS_SECTION = "**What the model sees**"
MARKS_NOTE = "Rings, letters and lines are drawn for you; models do not get them."
MISSING_IMAGE = "An image file of this case is missing, so no model can be asked about it."
MISSING_ORIGINAL = "The release's image file is missing. The dashboard's copy, without EXIF, is sent instead."
SCENE_ALT = "The scene as its camera sees it"
SCENE_TRUTH = "A rendered image, not a photograph. Its truths follow from the scene and are exact."
OPEN_SCENE = "The same scene in the Lab"
NOT_INSTALLED = "The installed data set of this benchmark does not ask this question, so answers cannot be scored."
OPEN_ITEM = "The same item in the Lab"
PHOTOGRAPH = "Photograph of the taped square with the three stickers"

UPLOAD_HELP = (
    "Required: a square of brown tape, 1 m wide inside, with a red (A), a yellow (B) and a blue (C) sticker in it. "
    "The file stays in memory for this session; location, time and author are removed from it."
)

PHOTOGRAPH_ALT = "Your photograph with corners and stickers"
POINTS_HELP = "Drag a point, or choose it below the image and click or use the arrow keys. 1 to 4 go around the square."
RESET_HELP = "Move every point back to where it was detected."
NO_MEASURED_TRUTH = "Without border and stickers no truth can be measured: answers are shown without scores."
UNCERTAINTY_SECTION = "How certain is this?"

NO_FOCAL_LENGTH = (
    "The image has no focal length (EXIF), so a rectangle can pass for a square, and ± does not include this "
    "error. Sides are right only if the tape encloses 100 × 100 cm."
)

ASKING_OFF = "Asking vision-language models is switched off in this demo; their stored answers are on every page."
PROVIDERS = "**Vision-language models** (with a key, or your own)"
ENTER_KEY = "model: enter a key first"
CANNOT_BE_ASKED = "cannot be asked"
VIEWS = "Image view: the original, or others"
SEVERAL_VIEWS = "Choose one or several"
SOLVERS = "**Solvers** (no language model, free, without a key)"
SOLVERS_HELP = "Solvers measure the image and ignore the prompt."
MODEL_NAME = "choose or type a name"
ADDRESS_HELP = "Address of a vLLM, Ollama, LM Studio or llama.cpp server with an OpenAI-compatible API."
OWN_PROMPT_HELP = "Answers are read from a JSON object with the prompt's six keys; the reply may contain other text."

OWN_CHOICE_PROMPT_HELP = (
    "Placeholders: {text} for the question with its options, {question} and {options} for each alone, "
    "{options (A)} for options with letters in brackets. The letter of an option is read from the reply."
)

VIEWS_HELP = (
    "What the model sees. If the truths are the same in every view, a model whose answers differ between views "
    "depends on something irrelevant. *No image* sends the text alone."
)

NO_REPLY_TO_SAVE = "No reply can be saved."
UNSAVED_PHOTOGRAPH = "Not saved: the photograph does not belong to a benchmark."
UNSAVED_SOLVER = "Solver answers are already in the results."
UNSAVED_READ_ONLY = "Not saved: this dashboard is read-only."
UNSAVED_AS_CHOSEN = "Not saved, as chosen."
SAVED = "Saved in the journal. The next build includes it."
RAW_REPLY = "Reply"
NO_TEXT = "The reply has no text."
HISTORY_SECTION = "Asked in this session"
HISTORY = "Kept until you close this tab. Links reopen the question, not the reply."
NO_LINK = "Your own photograph has no link."


def explain_key(variable: str) -> str:
    """Explain where a key goes, and the environment variable to set instead."""
    return (
        "A key stays in this session. It goes to its provider only, never into a link, a file or a message. It is not "
        f"needed if the host sets {variable}."
    )


def explain_models(case: str, *, has_solvers: bool) -> str:
    """Explain the page of a dashboard that can ask models."""
    keyless = " Without a key, try a solver: it computes the answer from the image." if has_solvers else ""
    return f"Ask any model about any {case}. Its reply is scored at once.{keyless}"


def explain_solvers(case: str) -> str:
    """Explain the page of a dashboard that can ask only solvers."""
    return f"Ask a geometric solver about any {case}. Its reply is scored at once."


def explain_prompts(case: str) -> str:
    """Explain the page of a dashboard that cannot ask."""
    return f"See the image and the prompt that a model gets with any {case}."


def list_chosen_models(names: list[str]) -> str:
    """Name the chosen models of all providers, of which only one has its tab open."""
    return f"Chosen: {join_with_and(names)}."


def list_questions(sentences: Sequence[str]) -> str:
    """Return the heading and the list of the questions about a photograph of a triangle."""
    listed = "\n".join(f"{number}. {sentence}" for number, sentence in enumerate(sentences, 1))
    return f"**The {len(sentences)} questions**. The red sticker is A, the yellow one B, the blue one C.\n{listed}"


def name_ask_button(n_requests: int) -> str:
    """Return the label of the button, with the number of requests to providers if there are several."""
    return f"Ask ({n_requests} requests)" if n_requests > 1 else "Ask"


def name_stored_answers(case: str) -> str:
    """Return the title of the stored answers."""
    return f"Stored answers to this {case}"


def describe_no_cases(cases: str, option: str) -> str:
    """State that the warehouse has no cases, and what to do."""
    return f"The warehouse has no {cases}. Run `trilens build{option}`."


def describe_unknown_case(case: str, case_id: str) -> str:
    """State that a case does not exist."""
    return f"There is no {case} “{case_id}”. Showing another one."


def name_case_list(case: str) -> str:
    """Return the label of the list of cases."""
    return f"{case} of the benchmark"


def describe_questions_left(n_left: int, n_allowed: int, *, has_solvers: bool) -> str:
    """State how many questions a visitor may still ask."""
    solvers = " Solvers are free." if has_solvers else ""
    return f"Read-only: {n_left} of {n_allowed} questions to models are left in this session.{solvers}"


def describe_no_case(case: str) -> str:
    """Ask for a case."""
    return f"Choose a {case} first."


def describe_many_requests(max_requests: int) -> str:
    """State that too many requests are chosen, and what to do."""
    return f"At most {max_requests} requests at once: choose fewer models or views."


def describe_line(error: str) -> str:
    """State that the corners form no triangle in the image of the scene."""
    return f"In this scene's image, A, B and C do not form a triangle: {error}."


def describe_impossible_item(error: str) -> str:
    """State why the item cannot be drawn."""
    return f"This item cannot be drawn: {error}."


def describe_item_truth(problem: str | None) -> str:
    """State where the item's truth comes from, and why the generator would not ask it, if so."""
    unasked = f" The generator would not ask this: {problem}." if problem else ""
    return f"Drawn by Trilens. Its truth follows from its parameters and is exact.{unasked}"


def describe_unusable_image(error: str) -> str:
    """State why an image cannot be used."""
    return f"This image cannot be used: {error}."


def name_upload(max_mb: int, max_megapixels: int, max_jpeg_megapixels: int) -> str:
    """Return the label of the upload."""
    return (
        f"Photograph of the taped square with the three stickers, at most {max_mb} MB and {max_megapixels} million "
        f"pixels, as JPEG {max_jpeg_megapixels} million"
    )


def name_corner(number: str) -> str:
    """Return the label of a corner of the border."""
    return f"Inner corner {number} of the border"


def describe_missing_points(points: str) -> str:
    """Name the points that were not found, and explain how to place them."""
    return f"Not found: {points}. Choose each one below the image, then click its position."


def describe_wrong_border(error: str) -> str:
    """State that the corners do not form a border, and what to do."""
    return f"These corners do not form a border: {error}. Put 1 to 4 in order around the square."


def describe_wrong_triangle(error: str) -> str:
    """State that the stickers do not form a triangle."""
    return f"A, B and C do not form a triangle: {error}."


def describe_assumed_noise(noise_cm: float) -> str:
    """State the assumed difference between a measured side and the tape."""
    return f"{noise_cm} cm, assumed: this warehouse has no measured photographs"


def describe_measured_noise(noise_cm: float, n_sides: float, n_photographs: float) -> str:
    """State the difference between measured sides and the tape."""
    return (
        f"{noise_cm:.2f} cm, measured on {n_sides:.0f} sides in {n_photographs:.0f} benchmark photographs whose "
        "tape measurements pass the truth audit"
    )


def explain_uncertainty(n_draws: int, click_px: float, side_noise: str, mismatch: str) -> str:
    """Explain how the uncertainty of a measured truth is estimated."""
    return (
        f"This triangle has no tape measurement. ± is one standard deviation over {n_draws} draws. Each draw moves "
        "detected corners by the scatter of the tape's edges about the fitted square, points placed by hand by "
        f"{click_px:.1f} px (in an image of 1024 px), and each side by its usual difference from the tape: "
        f"{side_noise}. Each draw also stretches and skews the board by as much as the border differs from a square "
        f"as the camera sees it: {mismatch}. This is conservative: an edge scatters more than a corner, the "
        "difference includes the tape's own error, and the camera's errors count as the border's. It does not "
        "cover a square that is not 100 cm wide, a bent table or a bad lens. Without the focal length of the EXIF "
        "data it does not cover a rectangle either.\n\n"
        "Models, including the solvers, see the image without your corrections, except in the views marked, "
        "rectified and cropped."
    )


def describe_unusual_border(mismatch: str, usual_percent: float) -> str:
    """State that the border is unusually far from a square, and what to check."""
    return (
        f"The border is {mismatch} off a square; real squares are less than {usual_percent:.0f}% off. Check the "
        "corners, and that the square is as wide as high. ± includes the difference."
    )


def explain_frames(n_frames: int) -> str:
    """State how many frames the case has, and which are sent."""
    return f"The case has {n_frames} frames. Fewer are evenly spaced, with the first and the last."


def describe_unfit_prompts(prompts: str) -> str:
    """Name the prompts that do not fit, and state why."""
    return f"Not available here: {prompts}. They edit sentences that this prompt does not have."


def name_prompt_changes(n_lines: int) -> str:
    """Return the title of the changes to the prompt."""
    return f"Changes to the benchmark's prompt: {format_count(n_lines, 'line')}"


def describe_unsaved(error: str) -> str:
    """State why a reply is not saved."""
    return f"Not saved: {error}"


def describe_left_out(n_characters: int) -> str:
    """State how much of a long reply is left out."""
    return f"[... {n_characters:,} characters left out ...]"
