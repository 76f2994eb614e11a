"""A folder for Hugging Face's `datasets`: cases with their images, answers, and a data card.

Images would repeat in every run, so they have a separate table. Source: the schema metadata that `datasets` 3 and 5
read; docs/using/exporting.md.
"""

import json
from collections.abc import Iterator
from itertools import islice
from pathlib import Path, PurePosixPath
from typing import Any, BinaryIO

import pyarrow as pa

from core.exporters.export_data import ExportData
from core.exporters.export_images import ExportImage
from core.exporters.export_job import ExportJob
from core.exporters.field_names import make_unique, to_field_name
from core.exporters.flat_rows import Kind, build_columns, build_rows
from core.exporters.trilens_metadata import to_json_line
from core.formatting import escape_markdown
from core.records import is_number_kind

_CARD = Path(__file__).with_name("huggingface_card.md")
ANSWERS, CASES, CARD = "answers.parquet", "cases.parquet", "README.md"

ROWS_OF_ANSWERS, ROWS_WITH_PICTURES = 1000, 100
"""Rows per row group, the unit that a reader has to decompress at once."""

_ARROW: dict[Kind, pa.DataType] = {"text": pa.string(), "number": pa.float64(), "count": pa.int64()}
_IMAGE = pa.struct([("bytes", pa.binary()), ("path", pa.string())])


def write(job: ExportJob) -> None:
    """Write the folder."""
    material = job.material
    with job.output.open_file(CARD) as file:
        file.write(_build_card(material).encode())
    columns = build_columns(material)
    with job.output.open_file(ANSWERS) as file:
        schema = pa.schema([(name, _ARROW[kind]) for name, kind in columns.kinds.items()])
        _write_table(file, schema, build_rows(job, columns), ROWS_OF_ANSWERS)
    names = _build_case_columns(material)
    with job.output.open_file(CASES) as file:
        schema = pa.schema([(name, kind) for name, kind in names])
        _write_table(file, schema, _build_case_rows(job, [name for name, _ in names]), ROWS_WITH_PICTURES)


def _write_table(file: BinaryIO, schema: pa.Schema, rows: Iterator[dict[str, Any]], at_a_time: int) -> None:
    import pyarrow.parquet as pq  # 5 MB that the page offering this format does not need

    features = {field.name: _to_feature(field.type) for field in schema}
    marked = schema.with_metadata({"huggingface": json.dumps({"info": {"features": features}})})
    with pq.ParquetWriter(file, marked, compression="zstd") as writer:
        while part := list(islice(rows, at_a_time)):
            writer.write_table(pa.Table.from_pylist(part, schema=marked))


def _to_feature(kind: pa.DataType) -> dict[str, str]:
    if kind == _IMAGE:
        return {"_type": "Image"}
    return {"dtype": {pa.string(): "string", pa.float64(): "float64", pa.int64(): "int64"}[kind], "_type": "Value"}


def _build_case_columns(material: ExportData) -> list[tuple[str, pa.DataType]]:
    """Return names and types of the columns: case fields, factors, truths by frame, and images."""
    questions = material.about.questions
    truths = [
        (to_field_name(f"truth_{question_id}_{frame}"), questions[question_id].kind)
        for question_id, frame in material.score_names
    ]
    fixed = ["case_id", "group_id", "slot", "title", "question", "options"]
    factors = [factor.key for factor in material.about.case_factors]
    images = [f"image_{place}" for place in range(1, material.most_pictures + 1)]
    names = make_unique([*fixed, *factors, *(name for name, _ in truths), *images])
    numbers = [is_number_kind(kind) for _, kind in truths]
    kinds = [
        *[pa.string()] * (len(fixed) + len(factors)),
        *(pa.float64() if is_number else pa.string() for is_number in numbers),
        *[_IMAGE] * len(images),
    ]
    return list(zip(names, kinds, strict=True))


def _build_case_rows(job: ExportJob, names: list[str]) -> Iterator[dict[str, Any]]:
    material = job.material
    factors, most = [factor.key for factor in material.about.case_factors], material.most_pictures
    for case in material.read_asked_cases():
        one = case.case
        options = next((case_question.options for case_question in one.asks if case_question.options), None)
        values: list[Any] = [one.case_id, one.group_id, one.slot, one.title, one.text]
        values.append(to_json_line(options) if options else None)
        values += [one.factors.get(factor) for factor in factors]
        values += [case.truths.get(question_id, {}).get(frame) for question_id, frame in material.score_names]
        values += _pad_images(job.pictures.find_images(case), most)
        yield dict(zip(names, values, strict=True))


def _pad_images(pictures: list[ExportImage | None], most: int) -> list[dict[str, bytes | str] | None]:
    """Return the image columns of a case, with null for each missing image."""
    found = [_to_image(picture) for picture in pictures]
    return [*found, *[None] * (most - len(found))]


def _to_image(picture: ExportImage | None) -> dict[str, bytes | str] | None:
    if picture is None:
        return None
    return {"bytes": picture.body, "path": PurePosixPath(picture.name).stem + picture.suffix}


def _build_card(material: ExportData) -> str:
    """Build the data card: a header for the Hub, the content of the tables, and the credit of the images."""
    facts, about = material.facts, material.about
    runs = "\n".join(
        f"- {escape_markdown(run.label)} ({escape_markdown(run.run.run_id)}): {run.n_replies:,} replies"
        for run in material.runs
    )
    licence = facts["licence"].lower().replace(" ", "-")
    return _CARD.read_text(encoding="utf-8").format(
        **{name: escape_markdown(facts[name]) for name in ("credit", "source", "version", "licence")},
        licence_key=licence if licence in _LICENCES else "other",
        pretty_name=json.dumps(f"{about.title}: answers of models, by Trilens"),
        title=escape_markdown(about.title),
        answers=ANSWERS,
        cases=CASES,
        runs=runs,
    )


_LICENCES = {"cc-by-4.0", "cc-by-sa-4.0", "cc-by-nc-4.0", "cc0-1.0", "mit", "apache-2.0"}
"""Licence names that the Hub knows."""
