"""A sentence per model on its answers to other cases, those of references folded."""

from collections.abc import Iterable

from core.analyses.case_behaviours import describe_case_behaviours
from core.formatting import join_labels
from dashboard.components.facts import FactTable, build_facts
from dashboard.components.mount import Part
from dashboard.data.benchmark_info import get_benchmark_info, get_run_kinds
from dashboard.data.current_benchmark import Generation, require_generation
from dashboard.data.queries import run_query
from dashboard.pages.cases import texts
from dashboard.pages.cases.case_answers import CaseAnswers, load_answers
from dashboard.runtime.bounded_cache import cache_with_limits
from dashboard.runtime.state_keys import cases as keys
from dashboard.selection.cached_analyses import Runs


def build(answers: CaseAnswers, chosen: str | None) -> Part | None:
    """Build the sentences, the chosen run's first, then in the order of the answers; None if no run has one.

    Those of reference models are folded if other models have sentences.

    Args:
        answers: to the case.
        chosen: the chosen run.
    """
    lines = describe_behaviours(answers.case_id, answers.right_at, answers.run_ids)
    if not lines:
        return None
    labels = answers.answered.drop_duplicates("run_id").set_index("run_id")["run_label"]
    kinds = get_run_kinds()
    models = {run_id for run_id in lines if kinds[run_id] != "reference"}
    pairs = [(run_id, str(labels[run_id])) for run_id in lines if run_id != chosen]
    visible, folded = (
        _merge_equal([(label, lines[run_id]) for run_id, label in pairs if (run_id in (models or lines)) == is_visible])
        for is_visible in (True, False)
    )
    if chosen in lines:
        visible = [(str(labels[chosen]), lines[chosen]), *visible]
    table = FactTable(visible, folded=folded, folded_title=texts.REFERENCES, title=texts.BEHAVIOURS)
    return build_facts([table], keys.CASE_BEHAVIOURS)


def _merge_equal(lines: Iterable[tuple[str, str]]) -> list[tuple[str, str]]:
    """Return a row per sentence with the labels of all runs that it describes, in the order of the first of them."""
    labels: dict[str, list[str]] = {}
    for label, sentence in lines:
        labels.setdefault(sentence, []).append(label)
    return [(join_labels(names), sentence) for sentence, names in labels.items()]


def describe_behaviours(case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:
    """Return the sentences by run, from the answers of these runs alone; all sessions share them.

    Args:
        case_id: id of the case.
        right_at: the score from which a number is right.
        run_ids: in the order of the answers.
    """
    return _describe_behaviours(require_generation(), case_id, right_at, run_ids)


@cache_with_limits(max_entries=1000, max_mb=5)
def _describe_behaviours(found: Generation, case_id: str, right_at: float, run_ids: Runs) -> dict[str, str]:  # noqa: ARG001 - key
    answers = load_answers(case_id, right_at, run_ids).answered
    return describe_case_behaviours(run_query, case_id, answers, run_ids, right_at, get_benchmark_info())
