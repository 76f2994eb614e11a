"""Browser tests of the raw reply on a case: the words that decided are marked, and everything in it is text."""

import pytest

from core.workflows.import_job import ImportRequest, LogImportJob
from core.workspace import Workspace
from tests.browser.serving import ALTERED, dashboard
from tests.browser.walk import faults
from tests.importers.made_inspect import message, sample, write_eval

N_QUESTIONS = 12
OPTIONS = ("circle", "square", "triangle", "pentagon")
HOSTILE = "<img src=x onerror=alert(1)> [link](http://beacon.example) $\\frac{1}{2}$ :material/home:"
REPLY = (
    f"<think>Perhaps the answer is A.</think>\n\nOption A has no corner. {HOSTILE}\n\n"
    "So the answer is **C**, I am sure."
)


@pytest.fixture(scope="module")
def logged_url(tmp_path_factory):
    """Return the address of a dashboard whose only benchmark was made from a log of replies that reason first."""
    folder = tmp_path_factory.mktemp("replies")
    log = folder / "shapes.eval"
    samples = []
    for number in range(N_QUESTIONS):
        sent = "Which is it?\n\n" + "\n".join(f"{sign}) {text}" for sign, text in zip("ABCD", OPTIONS, strict=True))
        one = sample(f"shape-{number}", "Which is it?", REPLY, numbers=(number,))
        one |= {"choices": list(OPTIONS), "target": "C"}
        one["events"][0]["input"] = [message(sent, number)]
        samples.append(one)
    write_eval(log, samples)
    workspace = Workspace(folder / "data")
    taking = LogImportJob(workspace, [(log.name, log.read_bytes())], ImportRequest(as_benchmark="shapes"))
    taking.wait()
    taking.take()
    taking.wait()
    assert taking.error is None
    with dashboard(workspace.data, ALTERED) as (url, _):
        yield url


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_deciding_words_are_marked_and_the_reply_is_text(watch, logged_url, theme):
    """One mark covers the letter that decided and states its evidence; nothing of the reply becomes an element."""
    watched = watch(logged_url, theme=theme)
    watched.open("/cases?benchmark=shapes&photograph=shape-0")
    page = watched.page
    page.locator(".st-key-case-replies button").first.click()
    block = page.locator(".reply pre")
    block.wait_for()
    marks = block.locator("mark")
    assert marks.count() == 1
    assert marks.first.inner_text().startswith("C")
    assert marks.first.get_attribute("title") == "a sentence that states the answer"
    assert block.locator("img, a, .katex, script").count() == 0
    assert HOSTILE in block.inner_text()
    assert page.get_by_text("The marked words decided how the reply was read").count() == 1
    assert faults(watched) == []
    watched.shoot(f"raw-reply-{theme}")
