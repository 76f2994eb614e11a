"""Constants of VisOnlyQA: addresses of its files, and names of its tasks and models.

Source: R. Kamoi, Y. Zhang, S. S. S. Das, R. H. Zhang, R. Zhang, "VisOnlyQA: Large Vision Language Models Still Struggle
with Visual Perception of Geometric Information", arXiv 2412.00947.
"""

from pathlib import PurePosixPath

from core.toml_tables import load_table

COMMIT = "33a1355dbe467352f6f82d3911636f7cc8de6ada"
"""Commit of the authors' repository to which the pinned checksums belong."""

FILES_URL = f"https://raw.githubusercontent.com/psunlpgroup/VisOnlyQA/{COMMIT}"
REPOSITORY_URL = "https://github.com/psunlpgroup/VisOnlyQA"
DATASET = PurePosixPath("dataset/test")
RESPONSES = PurePosixPath("results/model_responses")
SPLITS = ("real", "synthetic")

PROMPTS = {"no_reasoning": "without reasoning", "reasoning": "with reasoning"}
"""Names of the two prompts on pages, by the authors' name."""

_NAMES = load_table(__file__, "names.toml")
TASKS: dict[str, dict[str, str]] = _NAMES["tasks"]
"""The 17 tasks of the paper's tables by split. The authors' `geometry__shape` has no prompts and is in none."""

MULTIPLE_ANSWERS = "multiple_answers"
"""The authors' `question_type` of questions with several right letters."""

TASK_MARK = "__"
"""Mark of a model trained on a task, in the name of a file of responses: `InternVL2-8B_syntheticgeometry__area_...`."""

MODELS: dict[str, str] = _NAMES["models"]
"""Names on pages of the paper's 20 models, by the names of their files of responses."""
