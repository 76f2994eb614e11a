"""Tests of reading a release: invalid content is refused with file, row and column."""

import pytest

from core.benchmarks.triangles import dataset_facts
from core.benchmarks.triangles.release_reader import read_release
from core.errors import ReleaseError
from tests.tiny_release import read_csv, write_csv


def change(folder, file, row, column, value):
    """Change one cell of a table; row 1 is the first below the header."""
    rows = read_csv(folder / file)
    rows[row - 1][column] = value
    write_csv(folder / file, rows)


def test_a_release_is_read(tiny_release):
    """The release has photographs, truths of both frames, and replies of four models."""
    release = read_release(tiny_release)
    assert [p.case_id for p in release.photographs[:4]] == ["001_P0", "001_P1", "001_T0", "001_T1"]
    assert len(release.truths) == len(release.photographs) * 2 * 6
    assert {model_id: len(replies) for model_id, replies in release.raw_replies.items()} == {
        model.model_id: 12 for model in dataset_facts.MODELS
    }
    assert release.relabelling.is_identity
    assert release.photographs[1].object == "apple"
    assert release.photographs[0].object == "none"


def test_triangle_ids_are_normalised(tiny_release):
    """`1` and `001` are the same triangle."""
    assert {photograph.group_id for photograph in read_release(tiny_release).photographs} == {"001", "002", "003"}


@pytest.mark.parametrize(
    ("file", "row", "column", "value", "words"),
    [
        (dataset_facts.TRIANGLES_3D, 2, "side_type", "round", "'round' is unknown"),
        (dataset_facts.TRIANGLES_3D, 3, "angle_type", "", "'' is unknown"),
        (dataset_facts.TRIANGLES_3D, 1, "AB_cm", "seventy", "is not a number"),
        (dataset_facts.TRIANGLES_3D, 1, "AB_cm", "7_0.5", "is not a number"),
        (dataset_facts.TRIANGLES_3D, 1, "AB_cm", "nan", "not a finite number"),
        (dataset_facts.TRIANGLES_3D, 1, "AB_cm", "-3", "not between"),
        (dataset_facts.TRIANGLES_3D, 1, "ab_over_ac", "", "is not a number"),
        (dataset_facts.TRIANGLES_3D, 1, "max_over_min_side", "0.5", "0.5 is impossible for a triangle"),
        (dataset_facts.TRIANGLES_3D, 4, "camera_view", "sideways", "'sideways' is unknown"),
        (dataset_facts.TRIANGLES_3D, 4, "camera_view", "planar", "does not fit"),
        (dataset_facts.TRIANGLES_3D, 1, "triangle_id", "7", "does not fit"),
        (dataset_facts.TRIANGLES_3D, 1, "object_in_square", "apple", "does not fit"),
        (dataset_facts.TRIANGLES_3D, 2, "object_in_square", "", "does not fit"),
        (dataset_facts.TRIANGLES_3D, 1, "img_original", "001_P0.jpg", "not of the form"),
        (dataset_facts.TRIANGLES_3D, 2, "img_original", "triangles_original/001_P0.jpg", "is already in row 1"),
        (dataset_facts.PIXELS_2D, 1, "Ax_px", "9999", "not between"),
        (dataset_facts.PIXELS_2D, 1, "img_width_px", "0", "not between"),
        (dataset_facts.PIXELS_2D, 5, "side_type", "Scalene", "'Scalene' is unknown"),
        (dataset_facts.PIXELS_2D, 2, "object_in_square", "pear", "has 'apple'"),
        (dataset_facts.OCCLUSION, 1, "square_edge_occlusion", "some", "'some' is unknown"),
        (dataset_facts.RAW_REPLIES, 2, "image_path", "triangles_original/001_P0.jpg", "is already in row 1"),
        (dataset_facts.RAW_REPLIES, 2, "image_path", "triangles_original/777_P0.jpg", "missing in"),
        (dataset_facts.PREDICTIONS, 1, "openai_gpt_5_side_type", "oval", "'oval' is unknown"),
        (dataset_facts.PREDICTIONS, 1, "openai_gpt_5_ab_over_ac", "x", "is not a number"),
        (dataset_facts.ACCURACY, 1, "openai_gpt_5_Q3_acc_3d", "1.5", "not between 0 and 1"),
    ],
)
def test_a_wrong_cell_raises(tiny_release, file, row, column, value, words):
    """The error names file, row, column and the problem."""
    change(tiny_release, file, row, column, value)
    with pytest.raises(ReleaseError) as error:
        read_release(tiny_release)
    assert str(error.value).startswith(f"{file}, row {row}, column {column}")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("file", "column"),
    [
        (dataset_facts.TRIANGLES_3D, "BC_cm"),
        (dataset_facts.PIXELS_2D, "Cy_px"),
        (dataset_facts.OCCLUSION, "triangle_edge_occlusion"),
        (dataset_facts.RAW_REPLIES, "qwen_2.5_32b_response"),
        (dataset_facts.PREDICTIONS, "gemini_2.5_pro_angle_type"),
        (dataset_facts.ACCURACY, "gemini_2.5_flash_Q6_acc_2d"),
    ],
)
def test_a_missing_column_raises(tiny_release, file, column):
    """The error names file and column."""
    rows = [{name: value for name, value in row.items() if name != column} for row in read_csv(tiny_release / file)]
    write_csv(tiny_release / file, rows)
    with pytest.raises(ReleaseError, match=rf"{file}.*column {column} is missing"):
        read_release(tiny_release)


@pytest.mark.parametrize("file", [dataset_facts.PIXELS_2D, dataset_facts.OCCLUSION])
def test_a_missing_row_raises(tiny_release, file):
    """A photograph that occurs in only one of two tables raises an error."""
    write_csv(tiny_release / file, read_csv(tiny_release / file)[:-1])
    with pytest.raises(ReleaseError, match=f"003_T1 of .* is missing in {file}"):
        read_release(tiny_release)


def test_sides_that_do_not_form_a_triangle_raise(tiny_release):
    """The error names the row."""
    change(tiny_release, dataset_facts.TRIANGLES_3D, 9, "AB_cm", "500")
    with pytest.raises(ReleaseError, match=r"row 9, column AB_cm, BC_cm, CA_cm: .* do not close"):
        read_release(tiny_release)


@pytest.mark.parametrize("file", [dataset_facts.TRIANGLES_3D, dataset_facts.PIXELS_2D, dataset_facts.PROMPT])
def test_a_missing_file_of_the_release_raises(tiny_release, file):
    """The geometry tables and the prompt are required."""
    (tiny_release / file).unlink()
    with pytest.raises(ReleaseError, match="is missing in"):
        read_release(tiny_release)


def test_a_file_that_is_not_a_table_raises(tiny_release):
    """Bytes that are not CSV raise an error with the file's name."""
    (tiny_release / dataset_facts.OCCLUSION).write_bytes(b"\xff\xfe\x00\x80" * 50)
    with pytest.raises(ReleaseError, match=dataset_facts.OCCLUSION):
        read_release(tiny_release)


def test_tables_of_answers_may_be_absent(tiny_release):
    """Without the models' tables, photographs and truths are read, and absent tables are listed."""
    for file in dataset_facts.TABLES[2:]:
        (tiny_release / file).unlink(missing_ok=True)
    release = read_release(tiny_release)
    assert release.absent_tables == list(dataset_facts.TABLES[2:])
    assert release.raw_replies == {}
    assert release.photographs[0].square_edge_occlusion is None


def test_a_reply_keeps_its_whitespace(tiny_release):
    """Raw replies are read exactly as they are in the file."""
    change(tiny_release, dataset_facts.RAW_REPLIES, 1, "openai_gpt_5_response", "  \n{} \n")
    assert read_release(tiny_release).raw_replies["openai_gpt_5"]["001_P0"] == "  \n{} \n"
