"""Contents of a multiple-choice benchmark, built from its items; the only truth frame is the key, with letters."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from core.benchmarks.cases import Case, CaseMeasure, CaseQuestion, CaseSet
from core.benchmarks.choice.items import TEXT, ChoiceItem, has_options_in_text, has_place
from core.benchmarks.choice.margins import FACTOR as MARGIN_FACTOR
from core.benchmarks.choice.margins import MEASURE as MARGIN_MEASURE
from core.benchmarks.choice.margins import add_margin_bands
from core.benchmarks.data import MARGIN, BenchmarkData, MarginSpec, SetProtocol, Subset, Terminology, TruthSource
from core.benchmarks.publications import PublishedMean
from core.benchmarks.validation import validate_data
from core.errors import ReleaseError
from core.factors import Factor
from core.question_types.question_type import AnswerForm
from core.records import Correction, Question, RejectedItem, Truth

KEY = TruthSource("key", "Key", "truth", "the key")
WORDS = Terminology(
    "item", "items", "group", "groups", "accuracy", "Accuracy is the share of the readable answers that are correct."
)
ALL_ITEMS = Subset("all", "an item")
"""The subset of all cases, for benchmarks whose cases are items."""

OPEN_PROMPT = TEXT
"""Prompt of a benchmark with open questions, each of which states the form of its answer."""

PROMPT = f"{TEXT}\nPlease directly answer with the letter of the right option and nothing else."


@dataclass(frozen=True, slots=True)
class ChoiceBenchmarkInfo:
    """Contents of a benchmark other than its items.

    Attributes:
        benchmark: the row of the table `benchmarks`.
        prompt: contains `{text}`, which question and options replace.
        prescribes_prompt: as in `BenchmarkData`.
        question_titles: by question id, in the order of pages; other questions follow in the order of the items.
        factors: with their levels; an item's key without a factor here becomes a factor of the same name.
        protocols, aggregates: as defined in the paper.
        task_word: the author's word for a kind of question, usable in filters of cases.
        measures: the numbers of its items, except for margins.
        margins: the meaning of the items' margin, by question.
        foil: the frame of the items' foils; None without foils.
        key_title: title of the key next to a foil, such as `3D` in `accuracy 3D` next to `accuracy 2D`.
        subsets: cases for which reliance on the foil is split into habit and looking.
    """

    benchmark: Mapping[str, str]
    words: Terminology = WORDS
    prompt: str = PROMPT
    prescribes_prompt: bool = True
    question_titles: Mapping[str, str] = field(default_factory=dict)
    factors: tuple[Factor, ...] = ()
    protocols: tuple[SetProtocol, ...] = ()
    aggregates: tuple[PublishedMean, ...] = ()
    task_word: str = "task"
    measures: tuple[CaseMeasure, ...] = ()
    margins: tuple[MarginSpec, ...] = ()
    foil: TruthSource | None = None
    key_title: str = "3D"
    subsets: tuple[Subset, ...] = ()


def build_choice_data(
    items: Sequence[ChoiceItem],
    about: ChoiceBenchmarkInfo,
    folder: Path,
    *,
    sets: Iterable[CaseSet] = (),
    refusals: Iterable[RejectedItem] = (),
    corrections: Iterable[Correction] = (),
) -> BenchmarkData:
    """Build and validate the contents of a multiple-choice benchmark.

    Args:
        items: in the order of pages.
        about: contents of the benchmark other than its items.
        folder: of the benchmark; contains all images.
        sets: items that count together.
        refusals: everything left out so far.
        corrections: values that were read differently from the file.

    Raises:
        ReleaseError: the contents contradict themselves, or an image is outside the folder; names the first problem.
    """
    if not has_place(
        about.prompt, for_options=not all(has_options_in_text(item.question, item.options) for item in items)
    ):
        raise ReleaseError(f"the prompt has no {TEXT}. Insert it at the place of question and options")
    items = add_margin_bands(items)
    asked = {item.question_id for item in items if MARGIN in item.factors}
    given = (*about.factors, MARGIN_FACTOR) if asked else about.factors
    places = {
        path: _get_relative_path(path, folder) for path in dict.fromkeys(path for item in items for path in item.images)
    }
    return validate_data(
        BenchmarkData(
            benchmark=about.benchmark,
            words=about.words,
            questions=_build_questions(items, about.question_titles),
            frames=(replace(KEY, title=about.key_title), about.foil) if about.foil else (KEY,),
            factors=_build_factors(items, given),
            cases=[_build_case(item, places) for item in items],
            truths=[truth for item in items for truth in _build_truths(item, about.foil)],
            prompt=about.prompt,
            prescribes_prompt=about.prescribes_prompt,
            other_names={about.task_word: "question"},
            measures=(*about.measures, MARGIN_MEASURE) if asked else about.measures,
            margins=tuple(margin for margin in about.margins if margin.question_id in asked),
            subsets=about.subsets,
            protocols=about.protocols,
            sets=list(sets),
            aggregates=about.aggregates,
            refusals=list(refusals),
            corrections=list(corrections),
        )
    )


def _build_questions(items: Sequence[ChoiceItem], titles: Mapping[str, str]) -> tuple[Question, ...]:
    asked = dict.fromkeys(item.question_id for item in items)
    ordered = [question_id for question_id in titles if question_id in asked]
    ordered += [question_id for question_id in asked if question_id not in titles]
    forms = {item.question_id: item.form for item in reversed(items)}
    return tuple(_build_question(question_id, titles.get(question_id), forms[question_id]) for question_id in ordered)


def _build_question(question_id: str, title: str | None, form: AnswerForm | None) -> Question:
    if form is None:
        return Question(question_id, question_id, title or question_id, "letter of the right option", "choice")
    asks = f"{form.kind.partition(':')[0]}{f' in {form.unit}' if form.unit else ''}"
    return Question(question_id, question_id, title or question_id, asks, form.kind, form.unit, low=-math.inf)


def _build_factors(items: Sequence[ChoiceItem], factors: tuple[Factor, ...]) -> tuple[Factor, ...]:
    """Return the given factors, and one for every other key of the items, with the levels that occur."""
    levels: dict[str, dict[str, None]] = {}
    for item in items:
        for key, level in item.factors.items():
            levels.setdefault(key, {})[level] = None
    known = {factor.key for factor in factors}
    return (
        *factors,
        *(
            Factor(key, key.replace("_", " ").capitalize(), levels=tuple(own))
            for key, own in levels.items()
            if key not in known
        ),
    )


def _build_truths(item: ChoiceItem, foil: TruthSource | None) -> list[Truth]:
    truths = [Truth(item.item_id, KEY.frame, item.question_id, item.answer)]
    if item.foil != "" and foil:
        truths.append(Truth(item.item_id, foil.frame, item.question_id, item.foil))
    return truths


def _build_case(item: ChoiceItem, places: Mapping[Path, Path]) -> Case:
    return Case(
        case_id=item.item_id,
        group_id=item.group_id,
        title=item.item_id,
        asks=(CaseQuestion(item.question_id, item.options, item.meanings, item.form),),
        slot=item.slot,
        text=item.question,
        images=tuple(places[path] for path in item.images),
        factors=item.factors,
        numbers=item.numbers,
    )


def _get_relative_path(path: Path, folder: Path) -> Path:
    try:
        return path.relative_to(folder)
    except ValueError:
        raise ReleaseError(f"the image {path} is outside the benchmark's folder {folder}") from None
