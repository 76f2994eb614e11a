"""The result of a case in a sentence: how many of the models' answers are correct, and how many models gave them."""

from collections.abc import Collection, Mapping

from core.analyses.answers_table import AnswersTable
from dashboard.data.benchmark_info import get_benchmark_info, get_model_kinds, get_run_roles, has_model_answered
from dashboard.data.queries import run_query
from dashboard.pages.cases import result_texts
from dashboard.pages.cases.case_answers import CaseAnswers, load_answers_table


def describe_folded(answers: CaseAnswers) -> str:
    """State how many answers to a case with one question are correct, of all runs if the page shows only some."""
    for counts in answers.load_model_counts().values():
        run_ids = run_query("case_runs", case_id=answers.case_id)["run_id"] if answers.asked is None else answers.asked
        return result_texts.describe_correct(
            counts["n_runs"], counts["n_right"], 0, "", _describe_sources(set(run_ids), 1)
        )
    table = load_answers_table(answers.case_id, answers.right_at, answers.run_ids)
    return summarise(table, list_models(answers))


def list_models(answers: CaseAnswers) -> dict[str, str]:
    """List the model of each visible run."""
    runs = answers.answered.drop_duplicates("run_id")
    return dict(zip(runs["run_id"], runs["model_id"], strict=True))


def summarise(table: AnswersTable, models: Mapping[str, str]) -> str:
    """State how many answers are correct, without those of references; empty without any to count.

    Args:
        table: of the answers.
        models: by run.
    """
    if not has_model_answered():
        return result_texts.ONLY_REFERENCES
    kinds = get_model_kinds()
    run_ids = {run for run, model in models.items() if kinds[model] == "vlm"}
    verdicts = [cell.verdict for column in table.columns if column.run_id in run_ids for cell in column.cells]
    if not verdicts or "unscored" in verdicts:
        return ""
    foil = get_benchmark_info().foil
    return result_texts.describe_correct(
        len(verdicts),
        verdicts.count("right"),
        verdicts.count("foil_only"),
        foil.phrase if foil else "",
        _describe_sources(run_ids, len(table.questions)),
    )


def _describe_sources(run_ids: Collection[str], n_questions: int) -> str:
    """State how many models gave the answers of these runs, and how many each, without reference models and people."""
    roles = get_run_roles()
    runs = roles[roles["run_id"].isin(run_ids) & roles["kind"].eq("vlm")]
    prompts = runs.groupby("model_id")["prompt_id"]
    is_once_each = runs.groupby(["model_id", "prompt_id"]).size().eq(1).all() and prompts.nunique().nunique() == 1
    n_prompts = int(prompts.nunique().max()) if len(runs) and is_once_each else 0
    return result_texts.describe_answer_sources(runs["model_id"].nunique(), len(runs), n_prompts, n_questions)
