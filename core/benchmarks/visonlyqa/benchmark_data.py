"""Contents of VisOnlyQA, from a folder with the authors' files: cases, keys, factors and the released replies."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.choice.benchmark_data import KEY, ChoiceBenchmarkInfo, build_choice_data
from core.benchmarks.choice.image_validation import PictureCheck
from core.benchmarks.choice.items import OPTIONS_IN_BRACKETS, QUESTION, ChoiceItem
from core.benchmarks.data import BenchmarkData, SourceFile, Terminology
from core.benchmarks.publications import BundledRun, PublishedMean
from core.benchmarks.registry import VISONLYQA
from core.benchmarks.validation import validate_data
from core.benchmarks.visonlyqa.answer_sets import make_set_question
from core.benchmarks.visonlyqa.dataset_facts import COMMIT, MODELS, REPOSITORY_URL, SPLITS, TASKS
from core.benchmarks.visonlyqa.published import PAPER_TABLES
from core.benchmarks.visonlyqa.questions import VisQuestion, list_question_files, read_questions
from core.benchmarks.visonlyqa.responses import Response, list_response_files, read_responses
from core.errors import ImageError, ReleaseError
from core.factors import Factor
from core.records import Model, RejectedItem, Truth

SPLIT, CATEGORY, SOURCE, N_OPTIONS, RIGHT_ANSWERS = "split", "category", "dataset", "options", "right_answers"
"""Keys of factors."""

_BODY = f"{QUESTION} {OPTIONS_IN_BRACKETS}\n\n"
PROMPT = f"{_BODY}Please answer with the letter or the letters of what is right and nothing else."
RELEASED_PROMPTS = {
    "no_reasoning": (
        "without_reasoning",
        f"{_BODY}Your response should only include the final answer (a, b, ...). Do not include any reasoning or "
        "explanation in your response.",
    ),
    "reasoning": (
        "with_reasoning",
        f"{_BODY}In your response, provide a short explanation or reasoning for your answer. Then, provide the final "
        "answer (a, b, ...).",
    ),
}
"""Our id and text of each prompt, by the authors' name; they write the options into the question, `(a) 1 (b) 2`."""

WORDS = Terminology(
    "question", "questions", "figure", "figures", "accuracy",
    "Accuracy is the share of the readable answers that are correct.",
)  # fmt: skip
BENCHMARK_ROW = {
    "benchmark_id": VISONLYQA,
    "title": "VisOnlyQA",
    "author": "Kamoi, Zhang, Das, Zhang, Zhang",
    "source": REPOSITORY_URL,
    "version": f"commit {COMMIT[:7]}",
    "licence": "GPL-3.0; images under the licences of their data sets",
    "credit": "VisOnlyQA, Kamoi et al.; images of MathVista (CC BY-SA 4.0), MMMU (Apache 2.0), ChartQA (GPL-3.0), "
    "CharXiv (Apache 2.0), CLEVR (BSD), SuperCLEVR (BSD)",
}


def read_visonlyqa(folder: Path, check: PictureCheck) -> BenchmarkData:
    """Read the contents of a folder with the authors' files, which may be incomplete.

    Args:
        folder: has the layout of the authors' repository.
        check: opens each image once; raises `ImageError` if it is broken.

    Raises:
        ReleaseError: no question has its image, or a file is not valid.
    """
    refusals: list[RejectedItem] = []
    questions = list(_keep_with_image(read_questions(folder), folder, check, refusals))
    if not questions:
        first = f" {refusals[0].location}: {refusals[0].reason}." if refusals else ""
        raise ReleaseError(
            f"{folder} has no question of VisOnlyQA with its image.{first} "
            "Fetch the files: trilens fetch --benchmark visonlyqa"
        )
    contents = _make_contents(questions, folder, refusals)
    contents.published = _make_runs(read_responses(folder, questions))
    contents.published_figures = PAPER_TABLES.read_figures()
    present = [path.as_posix() for path in list_question_files() if (folder / path).is_file()]
    present += [path.relative_to(folder).as_posix() for path in list_response_files(folder)]
    contents.files = [SourceFile(path) for path in present]
    return contents


def _keep_with_image(
    questions: Iterable[VisQuestion], folder: Path, check: PictureCheck, refusals: list[RejectedItem]
) -> Iterable[VisQuestion]:
    problems: dict[Path, str] = {}
    for question in questions:
        path = folder / question.image
        if path not in problems:
            problems[path] = _find_problem(path, check)
        if problems[path]:
            refusals.append(RejectedItem(str(question.image), question.case_id, problems[path]))
        else:
            yield question


def _find_problem(path: Path, check: PictureCheck) -> str:
    if not path.is_file():
        return "the image is missing"
    try:
        check(path)
    except ImageError as error:
        return str(error)
    return ""


def _make_contents(questions: Sequence[VisQuestion], folder: Path, refusals: list[RejectedItem]) -> BenchmarkData:
    titles = {task: title for tasks in TASKS.values() for task, title in tasks.items()}
    about = ChoiceBenchmarkInfo(
        benchmark=BENCHMARK_ROW,
        words=WORDS,
        prompt=PROMPT,
        question_titles=titles,
        factors=_list_factors(questions),
        aggregates=_list_aggregates(questions),
    )
    items = [_make_item(question, folder) for question in questions if not question.has_multiple_answers]
    contents = build_choice_data(items, about, folder, refusals=refusals) if items else None
    sets = [question for question in questions if question.has_multiple_answers]
    if contents is None:
        raise ReleaseError(
            f"{folder} has no question of VisOnlyQA with one right answer. Fetch more of its files: "
            "trilens fetch --benchmark visonlyqa"
        )
    set_questions = {question.task: make_set_question(question.task, titles[question.task]) for question in sets}
    by_id = contents.question_by_id | set_questions
    case_order = {question.case_id: number for number, question in enumerate(questions)}
    cases = [*contents.cases, *map(_make_set_case, sets)]
    contents = replace(
        contents,
        questions=tuple(by_id[task] for task in titles if task in by_id),
        cases=sorted(cases, key=lambda case: case_order[case.case_id]),
        truths=[*contents.truths, *(Truth(one.case_id, KEY.frame, one.task, one.answer) for one in sets)],
    )
    return validate_data(contents)


def _list_aggregates(questions: Sequence[VisQuestion]) -> tuple[PublishedMean, ...]:
    return tuple(
        PublishedMean(
            aggregate_id=f"mean_{split}",
            title=f"Mean of the tasks, {split} figures",
            over=("question",),
            weighting="cells",
            source="VisOnlyQA, main table",
            of_factor=SPLIT,
            of_levels=(split,),
        )
        for split in SPLITS
        if any(question.split == split for question in questions)
    )


def _list_factors(questions: Sequence[VisQuestion]) -> tuple[Factor, ...]:
    def list_levels(key: str) -> tuple[str, ...]:
        levels = dict.fromkeys(_find_levels(question)[key] for question in questions)
        return tuple(sorted(levels, key=lambda level: (SPLITS.index(level) if level in SPLITS else 0, level)))

    return (
        Factor(SPLIT, "Figures", levels=list_levels(SPLIT), is_first=True, is_short=True),
        Factor(CATEGORY, "Image category", levels=list_levels(CATEGORY), is_first=True, is_short=True),
        Factor(SOURCE, "Source data set", levels=list_levels(SOURCE)),
        Factor(N_OPTIONS, "Options", levels=list_levels(N_OPTIONS), is_short=True),
        Factor(RIGHT_ANSWERS, "Correct options", levels=list_levels(RIGHT_ANSWERS), is_short=True),
    )


def _find_levels(question: VisQuestion) -> Mapping[str, str]:
    return {
        SPLIT: question.split,
        CATEGORY: question.image_category,
        SOURCE: question.source,
        N_OPTIONS: "True or False" if question.names == ("True", "False") else f"{len(question.names)} options",
        RIGHT_ANSWERS: "several possible" if question.has_multiple_answers else "one",
    }


def _make_item(question: VisQuestion, folder: Path) -> ChoiceItem:
    return ChoiceItem(
        item_id=question.case_id,
        question_id=question.task,
        group_id=question.figure,
        images=(folder / question.image,),
        question=question.question,
        options=question.options,
        answer=question.answer,
        factors=_find_levels(question),
        slot=question.case_id,
    )


def _make_set_case(question: VisQuestion) -> Case:
    return Case(
        case_id=question.case_id,
        group_id=question.figure,
        title=question.case_id,
        asks=(CaseQuestion(question.task),),
        slot=question.case_id,
        text=question.question,
        images=(Path(question.image),),
        factors=_find_levels(question),
    )


def _make_runs(responses: Iterable[Response]) -> list[BundledRun]:
    """Return one run per model and prompt, with the score that the authors' own extraction gives each reply."""
    replies: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    scores: dict[tuple[str, str], dict[str, float]] = defaultdict(dict)
    for response in responses:
        key = response.model, response.prompt
        replies[key][response.question.case_id] = response.text
        scores[key][response.question.case_id] = float(response.is_right)
    return [
        BundledRun(
            model=Model(model, MODELS.get(model, model)),
            source="VisOnlyQA, the authors' released responses",
            replies=replies[model, prompt],
            prompt_id=RELEASED_PROMPTS[prompt][0],
            prompt=RELEASED_PROMPTS[prompt][1],
            external_scores=scores[model, prompt],
        )
        for model, prompt in sorted(replies)
    ]
