"""Tests of pages that the selected benchmark lacks, through AppTest."""

import pytest

from dashboard.page_files import PAGE_FILES
from dashboard.shell.unavailable_pages import ALTERNATIVES, UNAVAILABLE_PAGES
from tests.dashboard.pages import open_page, text_of


def labels_of(app):
    return [link.proto.label for link in app.get("page_link")]


@pytest.mark.parametrize(("page", "instead"), [("tilt", "Precision"), ("truth_audit", "Data")])
def test_a_page_that_a_benchmark_lacks_names_what_to_use(beside_gepbench, page, instead):
    """The page links to another page of this benchmark, and to itself for the benchmark that has it."""
    app = open_page(page, benchmark="gepbench")
    assert not app.exception
    assert "There are none in GePBench, drawn by Trilens." in text_of(app)
    first, *others = labels_of(app)
    assert first.startswith(f"{instead}: ")
    assert others == ["Tri-Bench"]


def test_every_alternative_is_a_page_and_the_last_one_always_exists():
    """Links to alternatives cannot fail."""
    for page in UNAVAILABLE_PAGES.values():
        assert set(page.alternatives) <= set(ALTERNATIVES) <= set(PAGE_FILES)
        assert page.alternatives[-1] not in UNAVAILABLE_PAGES
