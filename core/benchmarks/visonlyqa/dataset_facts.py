"""Constants of VisOnlyQA: addresses of its files, and names of its tasks and models.

Source: R. Kamoi, Y. Zhang, S. S. S. Das, R. H. Zhang, R. Zhang, "VisOnlyQA: Large Vision Language Models Still Struggle
with Visual Perception of Geometric Information", arXiv 2412.00947.
"""

from pathlib import PurePosixPath

COMMIT = "33a1355dbe467352f6f82d3911636f7cc8de6ada"
"""Commit of the authors' repository to which the pinned checksums belong."""

FILES_URL = f"https://raw.githubusercontent.com/psunlpgroup/VisOnlyQA/{COMMIT}"
REPOSITORY_URL = "https://github.com/psunlpgroup/VisOnlyQA"
DATASET = PurePosixPath("dataset/test")
RESPONSES = PurePosixPath("results/model_responses")
SPLITS = ("real", "synthetic")

PROMPTS = {"no_reasoning": "without reasoning", "reasoning": "with reasoning"}
"""Names of the two prompts on pages, by the authors' name."""

TASKS = {
    "real": {
        "geometry__triangle": "Triangle",
        "geometry__quadrilateral": "Quadrilateral",
        "geometry__diameter_radius": "Diameter",
        "geometry__length": "Length",
        "geometry__angle": "Angle",
        "geometry__area": "Area",
        "chemistry__shape_single": "Chemistry: shape",
        "chemistry__shape_multi": "Chemistry: shapes, several right",
        "charts__extraction": "Charts: extraction",
        "charts__intersection": "Charts: intersection",
    },
    "synthetic": {
        "syntheticgeometry__triangle": "Triangle, synthetic",
        "syntheticgeometry__quadrilateral": "Quadrilateral, synthetic",
        "syntheticgeometry__length": "Length, synthetic",
        "syntheticgeometry__angle": "Angle, synthetic",
        "syntheticgeometry__area": "Area, synthetic",
        "3d__size": "3D: size",
        "3d__angle": "3D: angle",
    },
}
"""The 17 tasks of the paper's tables by split. The authors' `geometry__shape` has no prompts and is in none."""

MULTIPLE_ANSWERS = "multiple_answers"
"""The authors' `question_type` of questions with several right letters."""

TASK_MARK = "__"
"""Mark of a model trained on a task, in the name of a file of responses: `InternVL2-8B_syntheticgeometry__area_...`."""

MODELS = {
    "InternVL2-26B": "InternVL2 26B",
    "InternVL2-40B": "InternVL2 40B",
    "InternVL2-4B": "InternVL2 4B",
    "InternVL2-8B": "InternVL2 8B",
    "InternVL2-Llama3-76B": "InternVL2 76B",
    "Llama-3.2-11B-Vision-Instruct": "Llama 3.2 11B",
    "Llama-3.2-90B-Vision-Instruct": "Llama 3.2 90B",
    "Phi-3.5-vision-instruct": "Phi-3.5-vision",
    "Qwen2-VL-2B-Instruct": "Qwen2-VL 2B",
    "Qwen2-VL-72B-Instruct": "Qwen2-VL 72B",
    "Qwen2-VL-7B-Instruct": "Qwen2-VL 7B",
    "claude-3-5-sonnet-20240620": "Claude 3.5 Sonnet",
    "gemini-1.5-flash-002": "Gemini 1.5 Flash",
    "gemini-1.5-pro-002": "Gemini 1.5 Pro",
    "gpt-4o-2024-08-06": "GPT-4o",
    "gpt-4o-mini-2024-07-18": "GPT-4o mini",
    "llava_next_llama3": "LLaVA-Next 8B",
    "llava_next_yi_34b": "LLaVA-Next 34B",
    "molmo-72B-0924": "Molmo 72B",
    "molmo-7B-D-0924": "Molmo 7B",
}
"""Names on pages of the paper's 20 models, by the names of their files of responses."""
