"""The page Slices through AppTest."""

from tests.dashboard.pages import open_page, text_of


def test_a_small_release_says_that_it_is_too_small(shared):
    """Three triangles are too few to search, alone and against another model."""
    app = open_page("slices")
    assert not app.exception
    assert "Too few triangles to search for slices" in text_of(app)
    app.selectbox(key="slice_against").select_index(1).run()
    assert not app.exception
    assert "Too few triangles to search for slices" in text_of(app)


def test_a_link_restores_the_choice(shared):
    """Model and comparison are in the address; a filter narrows the search."""
    app = open_page("slices", slice_run="GPT-5", slice_against="Gemini 2.5 Pro")
    assert not app.exception
    assert app.selectbox(key="slice_run").value == "tri_bench-openai_gpt_5"
    assert app.selectbox(key="slice_against").value == "tri_bench-gemini_2.5_pro"
