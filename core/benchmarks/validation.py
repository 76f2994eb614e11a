"""Validation of a benchmark's contents; contents that contradict themselves never reach a warehouse."""

import math
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from string import ascii_uppercase

from core.benchmarks.cases import Case, CaseQuestion
from core.benchmarks.data import BenchmarkData
from core.errors import ReleaseError
from core.question_types.registry import find_question_type
from core.records import Question, Value

OF_BENCHMARK = ("benchmark_id", "title", "author", "source", "version", "licence", "credit")
"""Keys that the row of a benchmark must have."""

KEY = re.compile(r"[a-z][a-z0-9_]{0,59}")
"""Pattern of the keys of factors and measures, which become columns."""

RESERVED_KEYS = frozenset(Path(__file__).with_name("reserved_keys.txt").read_text(encoding="utf-8").split())
"""Names that are not allowed for factors and measures: other columns of the scored answers, and other filters."""

QUESTION = "question"
"""Key by which an aggregate averages over questions, next to factors."""


def validate_data(contents: BenchmarkData) -> BenchmarkData:
    """Return the same contents if ids are unique, all questions have truths, and levels and truths are known values.

    Raises:
        ReleaseError: the contents are not valid; names the first violation.
    """
    for violation in _find_violations(contents):
        name = contents.benchmark.get("benchmark_id") or "the benchmark"
        raise ReleaseError(f"{name} contradicts itself: {violation}. Correct its reader or its files")
    return contents


def _find_violations(contents: BenchmarkData) -> Iterator[str]:
    yield from _check_lists(contents)
    yield from _check_cases(contents)
    yield from _check_truths(contents)
    yield from _check_sets(contents)
    yield from _check_aggregates(contents)


def _check_lists(contents: BenchmarkData) -> Iterator[str]:
    for key in OF_BENCHMARK:
        if not contents.benchmark.get(key, "").strip():
            yield f"it has no {key}"
    named = {
        "question": [question.question_id for question in contents.questions],
        "frame": [frame.frame for frame in contents.frames],
        "factor": [factor.key for factor in contents.factors],
        "case": [case.case_id for case in contents.cases],
        "protocol": [protocol.protocol for protocol in contents.protocols],
        "aggregate": [aggregate.aggregate_id for aggregate in contents.aggregates],
    }
    for what, ids in named.items():
        if any(not one.strip() for one in ids):
            yield f"a {what} has no id"
        if (twice := _find_duplicate(ids)) is not None:
            yield f"{what} {twice} is duplicated"
    if [frame.role for frame in contents.frames].count("truth") != 1:
        yield "there must be exactly one frame in the role of the truth"
    for factor in contents.factors:
        if factor.key in RESERVED_KEYS or not KEY.fullmatch(factor.key):
            yield (
                f"factor {factor.key[:60]!r} needs another key: lower-case letters, digits and _, and not the name of "
                "a column"
            )
        if _find_duplicate(factor.levels) is not None:
            yield f"factor {factor.key} has a level twice"
    for measure in contents.measures:
        if measure.measure in RESERVED_KEYS or not KEY.fullmatch(measure.measure):
            yield f"measure {measure.measure[:60]!r} needs another key"
    measures = [measure.measure for measure in contents.measures]
    for curve in contents.curves:
        known = curve.factor in named["factor"] and curve.measure in measures
        if not known or curve.question_id not in named["question"]:
            yield f"the curve along {curve.measure} refers to an unknown question, factor or measure"


def _check_cases(contents: BenchmarkData) -> Iterator[str]:
    questions = {question.question_id: question for question in contents.questions}
    levels = {factor.key: factor.levels for factor in contents.factors}
    measures = {measure.measure for measure in contents.measures}
    for case in contents.cases:
        if not case.group_id.strip():
            yield f"case {case.case_id} has no group"
        if not case.asks:
            yield f"case {case.case_id} asks nothing"
        if (twice := _find_duplicate(case_question.question_id for case_question in case.asks)) is not None:
            yield f"case {case.case_id} asks {twice} twice"
        for case_question in case.asks:
            if case_question.question_id not in questions:
                yield f"case {case.case_id} asks the unknown question {case_question.question_id}"
            elif wrong := _find_options_problem(case_question, questions[case_question.question_id]):
                yield f"case {case.case_id}, {case_question.question_id}: {wrong}"
        for key, level in case.factors.items():
            if key not in levels:
                yield f"case {case.case_id} has the unknown factor {key}"
            elif levels[key] and level not in levels[key]:
                yield f"case {case.case_id}: {level!r} is not a level of {key}"
        for key, value in case.numbers.items():
            if key not in measures:
                yield f"case {case.case_id} has a number for the unknown measure {key}"
            elif not math.isfinite(value):
                yield f"case {case.case_id}: {key} is {value}"
        yield from _check_images(case)


def _check_images(case: Case) -> Iterator[str]:
    for path in case.images:
        if path.is_absolute() or ".." in path.parts:
            yield f"case {case.case_id}: {path} is outside the benchmark's folder"


def _find_options_problem(case_question: CaseQuestion, question: Question) -> str | None:
    if (case_question.form is not None) != (":" in question.kind):
        return "an open question needs the form of its answer, and only such a question has one"
    if question.kind != "choice":
        return "options, though the question is not a choice" if case_question.options else None
    if case_question.meanings and sorted(case_question.meanings) != sorted(case_question.options):
        return "its options' meanings are not its options in another order"
    if not 2 <= len(case_question.options) <= len(ascii_uppercase):
        return f"{len(case_question.options)} options"
    if (twice := _find_duplicate(case_question.options)) is not None:
        return f"the option {twice[:60]!r} is duplicated"
    return None


def _check_truths(contents: BenchmarkData) -> Iterator[str]:
    asked = {
        (case.case_id, case_question.question_id): case_question
        for case in contents.cases
        for case_question in case.asks
    }
    questions = {question.question_id: question for question in contents.questions}
    frames: dict[str, str] = {frame.frame: frame.role for frame in contents.frames}
    known: set[tuple[str, str, str]] = set()
    for truth in contents.truths:
        case_id, frame, question_id = truth.case_id, truth.frame, truth.question_id
        name = f"the truth of {case_id}, {question_id}, {frame}"
        if (case_id, question_id) not in asked:
            yield f"{name}: no case asks for it"
            continue
        if frame not in frames:
            yield f"{name}: there is no such frame"
        if (case_id, question_id, frame) in known:
            yield f"{name} is duplicated"
        known.add((case_id, question_id, frame))
        if wrong := _find_value_problem(truth.value, asked[case_id, question_id], questions[question_id]):
            yield f"{name}: {wrong}"
    keys = [frame for frame, role in frames.items() if role == "truth"]
    for case_id, question_id in asked:
        for frame in keys:
            if (case_id, question_id, frame) not in known:
                yield f"case {case_id} asks {question_id} and has no truth in {frame}"


def _find_value_problem(value: Value, case_question: CaseQuestion, question: Question) -> str | None:
    if (question_type := find_question_type(question.kind)) is not None:
        return question_type.find_problem(value)
    if question.is_number:
        is_possible = isinstance(value, int | float) and math.isfinite(value) and question.is_valid_value(value)
        return None if is_possible else f"{value!r} is not possible"
    allowed = ascii_uppercase[: len(case_question.options)] if question.kind == "choice" else question.options
    return None if value in tuple(allowed) else f"{value!r} is not one of its options"


def _check_sets(contents: BenchmarkData) -> Iterator[str]:
    protocols = {protocol.protocol for protocol in contents.protocols}
    cases = {case.case_id for case in contents.cases}
    if (twice := _find_duplicate(f"{one.set_id} of {one.protocol}" for one in contents.sets)) is not None:
        yield f"set {twice} is duplicated"
    counted: set[tuple[str, str]] = set()
    for one in contents.sets:
        name = f"set {one.set_id} of {one.protocol}"
        if one.protocol not in protocols:
            yield f"{name}: there is no such protocol"
        if not one.case_ids:
            yield f"{name} is empty"
        for case_id in one.case_ids:
            if case_id not in cases:
                yield f"{name} names the unknown case {case_id}"
            if (one.protocol, case_id) in counted:
                yield f"{case_id} counts twice under {one.protocol}"
            counted.add((one.protocol, case_id))


def _check_aggregates(contents: BenchmarkData) -> Iterator[str]:
    levels = {factor.key: factor.levels for factor in contents.factors}
    protocols = {protocol.protocol for protocol in contents.protocols}
    for aggregate in contents.aggregates:
        name = f"aggregate {aggregate.aggregate_id}"
        for key in (*aggregate.over, *filter(None, [aggregate.of_factor])):
            if key != QUESTION and key not in levels:
                yield f"{name} names the unknown factor {key}"
        if aggregate.protocol is not None and aggregate.protocol not in protocols:
            yield f"{name} names the unknown protocol {aggregate.protocol}"
        if bool(aggregate.of_factor) != bool(aggregate.of_levels):
            yield f"{name} names a factor without levels, or levels without a factor"
        if (aggregate.weighting == "stated") != bool(aggregate.weights):
            yield f"{name} states weights without being weighted by them, or is weighted by them without stating any"
        if aggregate.weights and len(aggregate.over) != 1:
            yield f"{name} states the weights of one factor's levels; it is over {len(aggregate.over)}"
        if any(not math.isfinite(weight) or weight <= 0 for weight in aggregate.weights.values()):
            yield f"{name} states a weight that is not a positive number"
        for level in aggregate.of_levels:
            closed = levels.get(aggregate.of_factor or "", ())
            if closed and level not in closed:
                yield f"{name}: {level!r} is not a level of {aggregate.of_factor}"


def _find_duplicate(values: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for value in values:
        if value in seen:
            return value
        seen.add(value)
    return None
