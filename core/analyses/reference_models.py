"""Short descriptions of reference models, for pages that rank or list them."""

from collections.abc import Mapping

from core.formatting import escape_markdown

_FLAT_IMAGE = "answers from the flat image alone"
DESCRIPTIONS = {
    "blind_constant": "always gives the same answer",
    "blind_text": "reads the question, not the image",
    "box_solver": _FLAT_IMAGE,
    "homography_solver": "computes the real triangle from the photograph",
    "image_plane_solver": _FLAT_IMAGE,
    "image_statistics": "knows only crude features of the image, such as colours",
    "noisy_image_plane_solver": f"{_FLAT_IMAGE}, a few pixels off",
    "rough_solver": "gives the correct answer with random errors",
    "truth_solver": "computes the correct answer from the data behind the image",
}
"""What each reference model does, by model id."""

BY_DESIGN = "It is wrong by design wherever the flat image misleads."
"""Explains the failures of a solver that answers from the flat image."""

NO_ANSWER = "no answer"
"""Text in place of an answer that a reference model does not give."""


def is_image_plane_solver(model_id: str) -> bool:
    """Return whether a model is a solver that answers from the flat image alone."""
    return DESCRIPTIONS.get(model_id, "").startswith(_FLAT_IMAGE)


def describe_reference_models(names: Mapping[str, str]) -> str:
    """Describe the reference models among these models, in Markdown; empty if there are none.

    Args:
        names: display names by model id.
    """
    described = [
        f"*{escape_markdown(name)}* {DESCRIPTIONS[model_id]}"
        for model_id, name in names.items()
        if model_id in DESCRIPTIONS
    ]
    return f"{'; '.join(described)}." if described else ""
