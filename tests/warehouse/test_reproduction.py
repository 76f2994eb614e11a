"""The real release: every published figure is recomputed, and every reply is parsed like the release's."""

import pytest

from core.warehouse.read import open_current


@pytest.fixture(scope="module")
def warehouse(real_workspace):
    """Return the warehouse of the real dataset."""
    with open_current(real_workspace) as opened:
        yield opened


def test_release_tables_are_reproduced(warehouse):
    """Recomputed from the raw replies, the release's result tables differ by less than 1e-9."""
    figures = warehouse.query("reproduction")
    released = figures[figures["origin"] == "release"]
    assert set(released["figure_id"]) == {"kappa_by_model", "kappa_by_true_class", "kappa_by_condition"}
    assert len(released) == 10 + 30 + 24
    assert released["difference"].abs().max() < 1e-9


def test_printed_figures_are_reproduced(warehouse):
    """Tables 1 to 3 and the figures in the text agree within rounding."""
    figures = warehouse.query("reproduction")
    printed = figures[figures["origin"] == "paper"]
    assert printed["is_reproduced"].all()
    assert (printed["difference"].abs() <= 0.5 * 10.0 ** -printed["decimals"] + 1e-9).all()
    assert (printed[printed["figure_id"].isin(["side_mismatch", "angle_mismatch"])]["difference"] == 0).all()


def published(warehouse):
    """The answers of the runs that came with the release."""
    answers, runs = warehouse.load_table("answers"), warehouse.load_table("runs")
    return answers[answers["run_id"].isin(runs[runs["is_published"]]["run_id"])]


def test_every_release_reply_is_parsed(warehouse):
    """Every reply is parsed, and none needed lenient parsing."""
    answers = published(warehouse)
    assert (answers["status"] == "ok").all()
    assert answers["note"].isna().all()
    assert len(answers) == 6 * 400 * 4


def test_every_answer_agrees_with_the_parsed_table_and_its_scores(warehouse):
    """Values equal the release's parsed table, and scores its table by image, within 1e-12."""
    assert warehouse.query("release_differences").empty
    answers = published(warehouse).set_index(["model_id", "photograph_id", "question_id"])
    released = warehouse.load_table("released_scores").set_index(["model_id", "case_id", "question_id"])
    assert set(answers.index) == set(released.index)
    released = released.rename_axis(index={"case_id": "photograph_id"})
    for name, its_name in (("kappa_3d", "score"), ("kappa_2d", "foil_score")):
        assert released[its_name].notna().all()
        assert (answers[name] - released[its_name]).abs().max() < 1e-12


def test_raw_reply_labels_are_corrected(warehouse):
    """The report states, with evidence, that the raw table names other photographs than the parsed one."""
    corrections = warehouse.query("corrections")
    assert len(corrections) == 1
    assert "under the corrected one" in corrections["evidence"][0]


def test_truths_agree_with_the_measurements_but_for_the_rule_of_neighbours(warehouse):
    """Released numbers equal the measurements; 2D side classes differ if only neighbours are close."""
    differences = warehouse.query("truth_differences")
    assert set(differences["frame"]) <= {"2d"}
    assert set(differences["question_id"]) <= {"Q1"}
    assert set(differences["released"]) <= {"equilateral"}
    assert set(differences["recomputed"]) <= {"isosceles"}
    photographs = warehouse.load_table("photographs").set_index("photograph_id")
    differing = photographs[photographs["side_class_2d"] != photographs["side_class_2d_paper"]]
    assert set(differing.index) == set(differences["case_id"])


def test_dataset_files_match_the_pinned_checksums(warehouse):
    """Every existing file has the listed checksum."""
    sources = warehouse.query("sources")
    assert set(sources[~sources["path"].str.startswith("runs/")]["status"]) <= {"verified", "absent"}
