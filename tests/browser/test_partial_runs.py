"""Browser tests of a run on part of a benchmark, and of a benchmark made from logs, on every page that ranks."""

import re

import pytest

from core.records import Model
from core.warehouse.build import build
from core.workflows.import_job import ImportRequest, LogImportJob
from core.workspace import Workspace
from dashboard.pages.benchmarks.texts import MODELS_TABLE
from tests import tiny_release
from tests.browser import axe
from tests.browser.serving import ALTERED, dashboard
from tests.browser.walk import faults
from tests.importers.made_inspect import message, sample, write_eval
from tests.made_runs import write_run

N_TRIANGLES = 12
PART = "Partly asked"
"""A model that answered 12 of 48 photographs, of 3 triangles, and says something else in every view."""

N_QUESTIONS, N_RIGHT = 24, 18
WRONG = ("square", "line", "dot")


@pytest.fixture(scope="module")
def partial_url(tmp_path_factory):
    """Return the address of a dashboard with 12 triangles, the published models, and a run on 3 of the triangles."""
    workspace = Workspace(tmp_path_factory.mktemp("partial") / "data")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(tiny_release, "TRIANGLES_CM", tiny_release.TRIANGLES_CM * 3)
        release = tiny_release.write_tiny_release(workspace.release, triangles=N_TRIANGLES)
    write_run(workspace, "import-part", 12, model=Model("import:part", PART))
    build(workspace, release)
    with dashboard(workspace.data, ALTERED) as (url, _):
        yield url


def asked(number):
    """Return a question whose right option is always the same word, at different letters; 6 of 24 replies are wrong."""
    place = number % 4
    options = [*WRONG[:place], "circle", *WRONG[place:]]
    reply = place if number < N_RIGHT else (place + 1) % 4
    sent = "Which is it?\n\n" + "\n".join(f"{sign}) {text}" for sign, text in zip("ABCD", options, strict=True))
    one = sample(f"shape-{number}", "Which is it?", f"ANSWER: {'ABCD'[reply]}", numbers=(number,))
    one |= {"choices": options, "target": "ABCD"[place]}
    one["events"][0]["input"] = [message(sent, number)]
    return one


@pytest.fixture(scope="module")
def imported_url(tmp_path_factory):
    """Return the address of a dashboard whose only benchmark was made from a log, whose model answered everything."""
    folder = tmp_path_factory.mktemp("imported")
    log = folder / "shapes.eval"
    write_eval(log, [asked(number) for number in range(N_QUESTIONS)])
    workspace = Workspace(folder / "data")
    taking = LogImportJob(workspace, [(log.name, log.read_bytes())], ImportRequest(as_benchmark="shapes"))
    taking.wait()
    taking.take()
    taking.wait()
    assert taking.error is None
    with dashboard(workspace.data, ALTERED) as (url, _):
        yield url


def text_of(watched):
    """Return all text of the page's main part, with white space as single spaces."""
    return " ".join(watched.page.get_by_test_id("stMain").inner_text().split())


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_benchmark_of_logs_has_its_model_and_says_what_the_text_alone_scores(watch, imported_url, axe_core, theme):
    """Overview is about the model that answered everything; its first finding is that no image is needed."""
    watched = watch(imported_url, theme=theme)
    watched.open("/?benchmark=shapes")
    text = text_of(watched)
    assert "no model has answered" not in text.lower()
    assert "No model is compared" not in text
    first = text.index("The text-only baseline reaches 100.0%")
    best = text.index("mean accuracy 75.0%")
    assert first < best
    assert re.search(r"away without the image; \S+ \(−25\.0, [^)]*\) is not significantly ahead of it\.", text)
    assert watched.page.locator(".ranking .phrase").count() > 0
    watched.show_whole()
    assert faults(watched) == []
    assert axe.serious_findings(watched.page, axe_core) == []
    watched.shoot(f"imported-overview-{theme}")
    watched.visit("/benchmarks?benchmark=shapes")
    text = text_of(watched)
    assert "24 items of 24 groups · 1 model" in text
    assert "1 models" not in text
    assert "Not compared" not in text


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_a_partial_run_is_named_and_takes_no_headline(watch, partial_url, axe_core, theme):
    """Robustness, Overview, Compare and Benchmarks show `12 of 48 photographs`.

    No sentence makes a claim about the run.
    """
    watched = watch(partial_url, theme=theme)
    share, named = "12 of 48", f"{PART} (12 of 48 photographs)"

    watched.open("/robustness")
    claims = watched.page.locator("[class*=st-key-robustness-claim-]").all_inner_texts()
    assert claims
    assert not any(PART in claim for claim in claims)
    text = text_of(watched)
    assert f"because a claim needs 10 triangles: {PART} (3 triangles)." in text
    assert f"Only part of the benchmark was answered by {named}" in text
    ticks = watched.page.locator(".st-key-measures-0 .ytick").all_text_contents()
    assert [share in tick for tick in ticks if PART in tick] == [True]
    references = watched.page.locator(".st-key-measures-0 .ytick i, .st-key-measures-0 .ytick [style*=italic]").count()
    assert references
    assert PART in ticks[references]  # the lowest of the models, below which are the references
    watched.show_whole()
    assert faults(watched) == []
    assert axe.serious_findings(watched.page, axe_core) == []
    watched.shoot(f"partial-robustness-{theme}")

    watched.visit("/")
    text = text_of(watched)
    assert f"Not compared: {named}." in text
    assert text.count(named) == 1
    watched.page.get_by_text("Answers counted, and unreadable ones").click()
    rows = watched.page.locator("[data-testid=stTable]").first.locator("tbody tr").all_inner_texts()
    assert [PART in row for row in rows] == [False] * (len(rows) - 1) + [True]
    assert share in rows[-1]
    watched.show_whole()
    watched.shoot(f"partial-overview-{theme}")

    watched.visit(f"/compare?second={PART.replace(' ', '+')}")
    text = text_of(watched)
    assert "3 triangles are too few to tell which is better: a claim needs 10; so far " in text
    assert f"{PART} has answered 12 of 48 photographs. Only answers to the same questions are compared." in text
    watched.show_whole()
    watched.shoot(f"partial-compare-{theme}")

    watched.visit("/benchmarks")
    watched.page.get_by_text(MODELS_TABLE, exact=True).click()
    watched.settle()
    assert f"Tri-Bench: Not compared: {named}." in text_of(watched)
    watched.show_whole()
    watched.shoot(f"partial-benchmarks-{theme}")
