"""Rows of the warehouse's tables from records: one function per table."""

import json
import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from core.benchmarks.cases import Case
from core.benchmarks.data import BenchmarkData
from core.factors import FACTORS_FROM_ANSWERS
from core.photographs.derived_images import DerivedImage
from core.records import Model, Value
from core.scoring.answer_codes import encode_value
from core.warehouse.question_numbers import number_questions

Rows = Iterator[dict[str, Any]]


def _split(name: str, value: Value | None) -> dict[str, Any]:
    """Return a value as its two columns, of which at least one is null."""
    is_class = isinstance(value, str)
    return {f"{name}_number": None if is_class else value, f"{name}_class": value if is_class else None}


def build_table_rows(contents: BenchmarkData, images: Mapping[Path, DerivedImage]) -> dict[str, Rows]:
    """Return the rows of all benchmark data by table, in an order that satisfies foreign keys.

    Args:
        contents: of the benchmark.
        images: by path, those whose file is on disk.
    """
    return {
        "benchmarks": iter([_build_benchmark_row(contents)]),
        "questions": _build_question_rows(contents),
        "frames": (asdict(frame) | {"position": index} for index, frame in enumerate(contents.frames)),
        "factors": _build_factor_rows(contents),
        "measures": (asdict(measure) | {"unit": measure.unit or None} for measure in contents.measures),
        "cases": _build_case_rows(contents.cases),
        "case_images": _build_image_rows(contents, images),
        "asked": _build_asked_rows(contents.cases),
        "case_truths": _build_truth_rows(contents),
        "case_factors": _build_level_rows(contents.cases),
        "case_measures": _build_number_rows(contents.cases),
        "protocols": (asdict(protocol) | {"position": index} for index, protocol in enumerate(contents.protocols)),
        "case_sets": (
            {"protocol": one.protocol, "set_id": one.set_id, "case_id": case_id}
            for one in contents.sets
            for case_id in one.case_ids
        ),
        "aggregates": _build_aggregate_rows(contents),
        "paper_contradictions": (asdict(paper_contradiction) for paper_contradiction in contents.paper_contradictions),
        "margins": (asdict(margin) | {"unit": margin.unit or None} for margin in contents.margins),
        "curves": (asdict(curve) | {"unit": curve.unit or None} for curve in contents.curves),
        "subsets": _build_subset_rows(contents),
        "contrasts": build_contrast_rows(contents),
        "terms": (asdict(term) | {"forms": list(term.forms)} for term in contents.terms),
        "published_figures": (
            asdict(figure) | {"position": index} for index, figure in enumerate(contents.published_figures)
        ),
    }


def _build_benchmark_row(contents: BenchmarkData) -> dict[str, Any]:
    words = asdict(contents.words)
    meaning = words.pop("score_meaning")
    named = {f"{name}_word": word for name, word in words.items()}
    row = dict(contents.benchmark) | named | {"score_meaning": meaning}
    return row | {"prescribes_prompt": contents.prescribes_prompt}


def _build_question_rows(contents: BenchmarkData) -> Rows:
    for index, question in enumerate(contents.questions):
        is_number = question.is_number
        yield asdict(question) | {
            "position": index,
            "unit": question.unit or None,
            "options": list(question.options) or None,
            "low": question.low if is_number and math.isfinite(question.low) else None,
        }


def _build_factor_rows(contents: BenchmarkData) -> Rows:
    for index, factor in enumerate((*contents.factors, *FACTORS_FROM_ANSWERS)):
        yield {
            "factor": factor.key,
            "position": index,
            "title": factor.title,
            "levels": list(factor.levels) or None,
            "is_first": factor.is_first,
            "is_short": factor.is_short,
            "origin": factor.origin,
        }


def _build_case_rows(cases: Iterable[Case]) -> Rows:
    for index, case in enumerate(cases):
        yield {
            "case_id": case.case_id,
            "position": index,
            "group_id": case.group_id,
            "slot": case.slot,
            "title": case.title,
            "text": case.text,
        }


def _build_image_rows(contents: BenchmarkData, images: Mapping[Path, DerivedImage]) -> Rows:
    for case in contents.cases:
        for index, path in enumerate(case.images, start=1):
            image = images.get(path)
            width_px, height_px = contents.image_sizes.get(path) or (image and image.size_px) or (None, None)
            yield {
                "case_id": case.case_id,
                "position": index,
                "path": str(path),
                "width_px": width_px,
                "height_px": height_px,
                "image_status": "absent" if image is None else "refused" if image.key is None else "present",
                "image_key": image.key if image else None,
                "image_sha256": image.sha256 if image else None,
                "conversions": list(image.conversions) or None if image else None,
            }


def _build_asked_rows(cases: Iterable[Case]) -> Rows:
    numbers = number_questions(cases)
    for case in cases:
        for case_question in case.asks:
            yield {
                "asked_no": numbers[case.case_id, case_question.question_id],
                "case_id": case.case_id,
                "question_id": case_question.question_id,
                "options": list(case_question.options) or None,
                "meanings": list(case_question.meanings) or None,
                "chance": case_question.chance,
                "form": None if case_question.form is None else json.dumps(asdict(case_question.form)),
            }


def _build_truth_rows(contents: BenchmarkData) -> Rows:
    questions = contents.question_by_id
    for truth in contents.truths:
        yield {
            "case_id": truth.case_id,
            "frame": truth.frame,
            "question_id": truth.question_id,
            "code": encode_value(questions[truth.question_id], truth.value),
            **_split("value", truth.value),
            **_split("recomputed", truth.recomputed),
        }


def _build_level_rows(cases: Iterable[Case]) -> Rows:
    for case in cases:
        for factor, level in case.factors.items():
            yield {"case_id": case.case_id, "factor": factor, "level": level}


def _build_number_rows(cases: Iterable[Case]) -> Rows:
    for case in cases:
        for measure, value in case.numbers.items():
            yield {"case_id": case.case_id, "measure": measure, "value": value}


def _build_aggregate_rows(contents: BenchmarkData) -> Rows:
    for index, aggregate in enumerate(contents.aggregates):
        yield asdict(aggregate) | {
            "position": index,
            "over": list(aggregate.over),
            "of_levels": list(aggregate.of_levels) or None,
            "weighted_levels": list(aggregate.weights) or None,
            "weights": list(aggregate.weights.values()) or None,
        }


def _build_subset_rows(contents: BenchmarkData) -> Rows:
    for index, subset in enumerate(contents.subsets):
        yield asdict(subset) | {
            "position": index,
            "title": subset.title or subset.subset,
            "factor": subset.factor or None,
            "levels": list(subset.levels) or None,
        }


def build_contrast_rows(contents: BenchmarkData) -> Rows:
    """Return the rows of table `contrasts`; a side without levels gets all levels that the other side lacks."""
    for index, contrast in enumerate(contents.contrasts):
        found = {case.factors.get(contrast.factor) for case in contents.cases} - {None}
        first = contrast.first or sorted(str(level) for level in found - set(contrast.second))
        second = contrast.second or sorted(str(level) for level in found - set(contrast.first))
        yield {
            "contrast": contrast.contrast,
            "position": index,
            "title": contrast.title,
            "phrase": contrast.phrase,
            "factor": contrast.factor,
            "first_levels": list(first),
            "second_levels": list(second),
        }


def build_model_rows(models: Iterable[Model]) -> Rows:
    """Return the rows of table `models`; models that share a display name get their id appended to it."""
    models = list(models)
    names = Counter(model.display_name for model in models)
    for model in models:
        is_unique = names[model.display_name] == 1
        name = model.display_name if is_unique else f"{model.display_name} ({model.model_id})"
        yield asdict(model) | {"display_name": name}
