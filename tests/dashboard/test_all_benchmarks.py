"""Tests of the page over all benchmarks through AppTest."""

import pytest

from core.benchmarks.paper_claims import describe_stated_by, read_claims
from core.benchmarks.registry import INCLUDED
from core.benchmarks.triangles.spoken_questions import SENTENCES
from core.formatting import escape_markdown
from tests.dashboard.pages import drawn, open_page, text_of


@pytest.mark.slow
def test_every_benchmark_has_a_card_with_its_questions(beside_gepbench):
    """Each available benchmark describes its content and shows a case for its questions, with its own links."""
    app = open_page("benchmarks")
    assert not app.exception
    text = text_of(app)
    assert "12 photographs of 3 triangles" in text
    assert "36 items of 24 figures" in text
    galleries = {gallery["benchmark"]: gallery["tiles"] for gallery in drawn(app, "gallery")}
    assert [tile["caption"] for tile in galleries["tri_bench"]] == ["6 questions"]
    assert all(sentence in text for sentence in SENTENCES.values())
    assert [tile["caption"] for tile in galleries["gepbench"]] == [
        "Existence", "Counting", "Size", "Location", "Reference", "Relation"
    ]  # fmt: skip
    assert len({tile["case_id"] for tile in galleries["gepbench"]}) == 6


def test_models_stand_beside_each_other_without_inventing(beside_gepbench):
    """A model has a score if it answered and a dash if it did not; references come last."""
    table = next(table.value for table in open_page("benchmarks").table if "Model" in table.value).set_index("Model")
    assert table.loc["GPT-5", "GePBench, drawn by Trilens, %"] == "–"
    assert table.loc["Careful", "Tri-Bench, %"] == "–"
    assert table.loc["Careful", "GePBench, drawn by Trilens, %"].startswith("100.0")
    assert list(table.index).index("Careful") < list(table.index).index("Image-plane solver")
    assert table.loc["Image-plane solver", "GePBench, drawn by Trilens, %"] == "–"


def test_claims_are_listed_by_paper(beside_gepbench):
    """The first paper's claims are shown with verdict, figure and reason; another paper, or all, can be chosen."""
    app = open_page("benchmarks")
    claims = read_claims()
    assert f"{len(claims)} claims in 5 papers" in text_of(app)
    assert "all models and questions: −4.1 points (−5.2 to −3.0)." in text_of(app)
    for paper, expected in (
        ("mmperspective", "39 open models: r = 0.81 (0.67–0.90)."),
        ("3dsrbench", ""),
        ("every", ""),
    ):
        app.segmented_control(key="claims_of").set_value(paper).run()
        assert not app.exception
        assert expected in text_of(app)
        shown = {one for one in claims if f"**{escape_markdown(one.claim)}**" in text_of(app)}
        assert shown == {one for one in claims if paper in ("every", one.benchmark_id)}
        for one in shown:
            assert f"*{escape_markdown(describe_stated_by(one.stated_by, one.quote))}: " in text_of(app)
            assert escape_markdown(one.place) in text_of(app)


def test_papers_have_their_titles_when_only_one_benchmark_is_here(shared, monkeypatch):
    """A read-only demo of Tri-Bench names all five papers by their titles, not by ids."""
    monkeypatch.setenv("TRILENS_READ_ONLY", "1")
    choice = open_page("benchmarks").segmented_control(key="claims_of")
    titles = {INCLUDED[claim.benchmark_id].paper_title for claim in read_claims()}
    assert set(choice.options) == titles | {"All papers"}
