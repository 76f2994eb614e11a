"""Parameters of links: names of the pages' parameters, and keys of factor filters beside them."""

from core.benchmarks.validation import RESERVED_KEYS
from core.inference.clients.providers import PROVIDERS
from dashboard.runtime.session_state import StateKey
from dashboard.runtime.state_keys import common

PARAMETERS = frozenset({
    "about", "across", "aggregate", "asked", "benchmark", "case", "case_search", "cases_of_cell_page", "cell",
    "changed_view", "chart", "checkpoint_drop", "checkpoint_series", "checkpoint_step", "claims_of", "code",
    "code_coder", "code_sample", "coder_first", "coder_second", "cohort", "columns", "confused_page",
    "contradiction", "cost_on", "data_part", "disagreements_page", "equivalence_margin", "export_form",
    "export_pictures", "export_runs", "fewest", "file_status", "find_mode", "find_text", "first", "frame", "from",
    "gap_average", "gap_part", "gap_published", "gap_reading", "gap_scored_by", "gap_unread", "group_by", "implied",
    "isosceles", "item_flag", "lab_factor", "lab_knob", "lab_model", "lab_photographs", "label", "layers", "lines",
    "measure", "measure_of", "model_size", "models", "more_panels", "of_cell", "of_model", "on", "outcome", "page",
    "panels", "paper_column", "paper_part", "paper_table", "photograph", "pins", "plan_detect", "plan_of",
    "plan_power", "present", "prompt", "rank_error", "read_on", "rectified", "references", "repeated_page",
    "reply_search", "reproduction_origin", "reproduction_view", "review_first", "review_part", "review_queue",
    "review_sample", "review_second", "right", "right_angle", "right_at", "rows", "run", "said", "scene", "scope",
    "second", "series", "sets_of", "shown", "slice", "slice_against", "slice_code", "slice_measure", "slice_run",
    "slides", "solver", "sort", "sorts", "table", "term", "tile_size", "told_among", "told_question", "triangle",
    "verdict", "view", "way", "who", "worst_of", "worst_question", "wrong",
}) | frozenset(PROVIDERS)  # fmt: skip
"""Names of page parameters in the URL, beside the filters."""

_CLASHING = PARAMETERS - RESERVED_KEYS
_PREFIX = "given_"


def build_filter_key(factor_key: str) -> StateKey[list[str]]:
    """Return the key of a factor's filter, which is its parameter in the URL; no two factors share one.

    A factor whose key is also a page parameter, such as `label`, gets the prefix `given_`.
    """
    bare = factor_key
    while bare.startswith(_PREFIX):
        bare = bare.removeprefix(_PREFIX)
    return common.FILTER.make_key(f"{_PREFIX}{factor_key}" if bare in _CLASHING else factor_key)
