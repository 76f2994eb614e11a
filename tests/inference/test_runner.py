"""Tests of a whole run against a real server with occasional failures: complete accounting, no repeated question."""

import asyncio
import threading
import time
from collections import Counter
from dataclasses import replace

import pytest

import core.inference.runner
import tests.tiny_release
from core.benchmarks.context import BenchmarkContext
from core.benchmarks.tri_bench import BENCHMARK
from core.errors import ImageViewError, PriceError, RequestOptionsError, RunError, SelectionError
from core.inference.clients.connections import connect
from core.inference.clients.providers import resolve_endpoint
from core.inference.plan import plan_run
from core.inference.prompts import get_benchmark_prompt
from core.inference.request_content import build_request
from core.inference.run_options import RunOptions
from core.inference.run_plan import refresh_plan
from core.inference.runner import execute_run
from core.records import Reply
from core.runs.journal import read_journal
from core.runs.open_journal import open_journal
from core.runs.request_options import RequestOptions
from tests.inference.clients.conftest import KEY, VENDORS, quick, server  # noqa: F401 - fixtures
from tests.inference.clients.server import REPLY, sha256
from tests.tiny_release import TRIANGLES_CM, write_tiny_release


@pytest.fixture
def plan(server, quick, workspace, unanswered):  # noqa: F811
    """Return a function that plans a run on twelve photographs, or those of another folder: `plan(limit=4)`."""

    def make(provider="openai", model="test", folder=None, limits=quick, **options):
        target = resolve_endpoint(f"{provider}:{model}", server.url(provider), {provider: KEY}, limits=limits)
        folder, contents = (folder, BENCHMARK.read(folder)) if folder else unanswered
        chosen = RunOptions(get_benchmark_prompt(contents), **options)
        return plan_run(target, chosen, BenchmarkContext(workspace, BENCHMARK, folder, contents))

    return make


def carried_out(plan, stop_after=None):
    """Carry out a plan and return the progress."""

    async def run(journal):
        client, stop = connect(plan.endpoint), asyncio.Event()

        def report(progress):
            if stop_after is not None and progress.asked >= stop_after:
                stop.set()

        try:
            return await execute_run(refresh_plan(plan, journal), client, journal, report=report, stop=stop)
        finally:
            await client.close()

    with open_journal(plan.journal, plan.run) as journal:
        return asyncio.run(run(journal))


def photograph_of_picture(plan):
    """Return the photograph of each image that the server may receive, by checksum."""
    return {
        sha256(picture): case_id
        for case_id, case in plan.chosen.items()
        for picture in build_request(
            [plan.folder / path for path in case.images], "", plan.run.image_view, plan.endpoint.limits.max_side_px
        ).jpegs
    }


@pytest.mark.slow
def test_three_hundred_photographs_with_ten_percent_faults(plan, server, quick, tmp_path, monkeypatch):  # noqa: F811
    """Every photograph ends with a reply in the journal, and is asked about once more than it failed."""
    monkeypatch.setattr(tests.tiny_release, "TRIANGLES_CM", TRIANGLES_CM * 19)
    folder = write_tiny_release(tmp_path / "large", triangles=75, with_answers=False)
    server.fault_share, server.piece_characters = 0.1, 40
    made = plan(folder=folder, limits=replace(quick, attempts=8), concurrency=12)
    progress = carried_out(made)
    assert (progress.done, progress.total, dict(progress.statuses)) == (300, 300, {"ok": 300})
    journal = read_journal(made.journal)
    assert Counter(reply.case_id for reply in journal.replies) == dict.fromkeys(made.chosen, 1)
    assert journal.refusals == []
    assert {reply.raw for reply in journal.replies} == {REPLY}
    asked = server.times_asked()
    assert len(asked) == 300
    assert 310 <= sum(asked.values()) <= 360


@pytest.mark.slow
def test_an_own_server_is_asked_as_much_at_a_time_as_it_may_be(plan, server, quick):  # noqa: F811
    """Ten questions are in progress on the user's server before the first is answered."""
    server.gate = threading.Semaphore(0)
    seen = []

    def let_go():
        deadline = time.monotonic() + 60
        while len(server.asked) < 10 and time.monotonic() < deadline:
            time.sleep(0.005)
        seen.append(len(server.asked))
        server.gate.release(100_000)

    monitor = threading.Thread(target=let_go)
    monitor.start()
    limits = replace(quick, idle_timeout_s=60.0)
    assert carried_out(plan("local", limits=limits, concurrency=10)).statuses == {"ok": 12}
    monitor.join()
    assert seen == [10]


@pytest.mark.parametrize("provider", VENDORS)
def test_each_vendor_s_run_is_whole(plan, server, provider):  # noqa: F811
    """Through every library, all kinds of statuses are recorded and a failure does not stop the others."""
    server.acts = ["cut", "refusal", "empty", "400"]
    progress = carried_out(plan(provider))
    refused = "filtered" if provider == "gemini" else "refused"
    assert progress.statuses == {"ok": 8, "cut": 1, refused: 1, "empty": 1, "api_error": 1}
    assert {reply.status for reply in read_journal(plan(provider).journal).replies} == set(progress.statuses)


def test_a_run_goes_on_where_it_was(plan, server):  # noqa: F811
    """A call that was stopped, or covered fewer photographs, continues; only cases without a reply are asked again."""
    carried_out(plan(limit=5, concurrency=1))
    carried_out(plan(concurrency=2), stop_after=2)
    first = len(server.asked)
    assert 7 <= first <= 8
    server.acts = ["400"]
    assert carried_out(plan(concurrency=1)).statuses["api_error"] == 1
    assert len(plan().todo) == 1
    carried_out(plan())
    assert plan().todo == []
    assert len(server.asked) == 13
    assert carried_out(plan()).asked == 0
    assert sorted(server.times_asked().values()) == [1] * 11 + [2]


def test_the_same_options_are_the_same_run(plan):
    """Model, prompt, view, token limit and pass number define a run; its photographs and speed do not."""
    same = {plan().run.run_id, plan(limit=3).run.run_id, plan(cases="pose=tilted", concurrency=9).run.run_id}
    others = {plan(model="other").run.run_id, plan(image_view="mirrored").run.run_id, plan(repeat=2).run.run_id,
              plan(max_output_tokens=9).run.run_id}  # fmt: skip
    assert len(same) == 1
    assert len(same | others) == 5
    assert all(len(run_id) <= 100 for run_id in same | others)


def test_a_run_resumes_under_the_former_id_of_its_prompt(plan, workspace):
    """A journal that began when its prompt had another id is recognised by model, text, view and settings."""
    first = plan(limit=4)
    former = replace(first.run, run_id=first.run.run_id.replace("tri_bench", "former"), prompt_id="former")
    with open_journal(workspace.runs / f"{former.run_id}.jsonl", former) as journal:
        journal.append(Reply(former.run_id, "001_P0", REPLY))
    resumed = plan(limit=4)
    assert resumed.run.run_id == former.run_id != first.run.run_id
    assert len(resumed.todo) == 3
    assert carried_out(resumed).done == 4


@pytest.mark.parametrize("view", ["mirrored", "rotated_90"])
def test_a_view_is_what_the_model_gets(plan, server, view):  # noqa: F811
    """The server receives the images of the view."""
    made = plan(image_view=view, limit=2)
    carried_out(made)
    assert set(server.times_asked()) == set(photograph_of_picture(made))
    assert set(server.times_asked()).isdisjoint(photograph_of_picture(plan(limit=2)))


def test_a_photograph_without_its_view_is_accounted_for(plan, server):  # noqa: F811
    """If a view needs a border that is not found, the photograph is missing with the reason; no model is called."""
    progress = carried_out(plan(image_view="cropped", limit=3))
    carried_out(plan(image_view="cropped", limit=3))
    assert dict(progress.statuses) == {"missing": 3}
    replies = read_journal(plan(image_view="cropped").journal).replies
    assert all("needs the border" in reply.error for reply in replies)
    assert len(plan(image_view="cropped").journal.read_text().splitlines()) == 4
    assert server.asked == []


def test_a_wrong_key_stops_the_run_and_keeps_what_was_done(plan, server):  # noqa: F811
    """An error that every photograph would meet ends the run; requests in progress are awaited and stored."""
    server.acts = ["ok", "ok", "401"]
    with pytest.raises(RunError, match="OpenAI answered 401"):
        carried_out(plan(concurrency=2))
    done = read_journal(plan().journal).replies
    assert len(done) == len(server.asked) - 1
    assert 2 <= len(done) <= 5  # two at a time: some may begin before the wrong key is known


def test_a_server_that_only_fails_stops_the_run(plan, server, monkeypatch):  # noqa: F811
    """After this many photographs in a row without a reply, the run stops instead of asking all the rest."""
    monkeypatch.setattr(core.inference.runner, "MAX_FAILURES_IN_A_ROW", 4)
    server.acts = ["400"] * 99
    with pytest.raises(RunError, match="4 photographs in a row got no reply"):
        carried_out(plan(concurrency=1))
    assert len(server.asked) == 4


def test_a_limit_of_cost_is_kept(plan, server, workspace):  # noqa: F811
    """No request that could exceed the limit is sent, over several calls of the same run; failed ones count too."""
    workspace.data.mkdir()
    header = "model,input_usd_per_million,output_usd_per_million,max_output_tokens,max_image_tokens,as_of,source"
    (workspace.data / "prices.csv").write_text(f"{header}\nopenai:test,0,100,1000,1000,2026-11,test\n")
    assert plan().most_usd_each == pytest.approx(0.1)
    with pytest.raises(RunError, match=r"could cost up to 0\.1000 USD and exceed the limit of 0\.145 USD"):
        carried_out(plan(max_cost_usd=0.145, concurrency=4))
    assert len(server.asked) == 5  # 0.01 each: after five, 0.05 + 0.1 is above the limit
    server.acts = ["close"]
    with pytest.raises(RunError, match="exceed the limit"):
        carried_out(plan(max_cost_usd=0.2, concurrency=4))
    assert len(server.asked) == 6  # the broken one may have cost 0.1, so no attempt fits any more
    with pytest.raises(PriceError, match="price of openai:other is unknown"):
        plan(model="other", max_cost_usd=1.0)


def test_a_plan_says_what_is_to_come(plan, workspace):
    """Requests, tokens and dollars are those of cases without a reply; with replies, the estimate follows them."""
    workspace.data.mkdir()
    header = "model,input_usd_per_million,output_usd_per_million,max_output_tokens,max_image_tokens,as_of,source"
    (workspace.data / "prices.csv").write_text(f"{header}\nopenai:test,1,10,1000,500,2026-11,test\n")
    before = plan()
    assert len(before.todo) == 12
    assert before.likely_usd is None
    assert before.least_usd == pytest.approx((before.input_tokens * 1 + 12 * 100 * 10) / 1e6)
    carried_out(plan(limit=4))
    after = plan()
    assert (len(after.todo), after.input_tokens, after.mean_output_tokens) == (8, 8000, 100)
    assert after.likely_usd == pytest.approx(8 * (1000 * 1 + 100 * 10) / 1e6)
    assert after.spent_usd == pytest.approx(4 * (1000 * 1 + 100 * 10) / 1e6)
    assert plan(model="other").least_usd is None


def test_a_plan_that_cannot_be_is_refused(plan, unanswered):
    """An unknown view and photographs that are not on the disk are refused before any question is sent."""
    with pytest.raises(ImageViewError, match="'upside' does not exist"):
        plan(image_view="upside")
    for path in (unanswered[0] / "images" / "triangles_original").glob("*_P0.jpg"):
        path.unlink()
    assert (len(plan().chosen), plan().absent) == (9, 3)
    with pytest.raises(SelectionError, match="The images of all 3 photographs are missing in"):
        plan(cases="condition=P0")


def test_request_options_make_a_run(plan, server):  # noqa: F811
    """Runs that differ only in options have separate ids, journals and settings; the same options resume."""
    cold, warm = (RequestOptions({"temperature": value, "seed": 1}) for value in (0, 0.7))
    made = [plan(limit=2), plan(limit=2, extra=cold), plan(limit=2, extra=warm)]
    assert len({one.run.run_id for one in made}) == 3
    assert "temperature-0.7" in made[2].run.run_id
    for one in made:
        carried_out(one)
    assert [asked.body.get("temperature") for asked in server.asked] == [None, None, 0, 0, 0.7, 0.7]
    journal = read_journal(made[2].journal)
    assert journal.run.settings["request_options"] == '{"seed":1,"temperature":0.7}'
    assert plan(limit=2, extra=RequestOptions({"seed": 1, "temperature": 0.7})).todo == []


def test_long_options_have_ids_of_their_own_and_old_journals_keep_theirs(plan):
    """Options that differ late give ids that differ by more than the checksum; a journal with a cut name resumes."""
    options = [
        RequestOptions({"reasoning": {"effort": "high", "summary": "none", "token_limit": limit}}) for limit in (1, 2)
    ]
    plans = [plan(limit=2, extra=extra) for extra in options]
    ids = [run_plan.run.run_id for run_plan in plans]
    assert len({run_id.rpartition("-")[0] for run_id in ids}) == 2
    assert max(map(len, ids)) <= 100
    carried_out(plans[0])
    old_id = ids[0].replace(options[0].shorten_slug(40), options[0].cut_slug(40))
    assert old_id != ids[0]
    journal = plans[0].journal
    text = journal.read_text(encoding="utf-8").replace(ids[0], old_id)
    journal.unlink()
    journal.with_name(f"{old_id}.jsonl").write_text(text, encoding="utf-8")
    resumed = plan(limit=2, extra=options[0])
    assert (resumed.run.run_id, resumed.todo) == (old_id, [])


def test_request_options_that_contradict_are_refused(plan, workspace):
    """Two limits of tokens, and options that change prices under a limit of cost, are refused."""
    with pytest.raises(RequestOptionsError, match="both limit the output tokens"):
        plan(max_output_tokens=5, extra=RequestOptions({"max_tokens": 7}))
    workspace.data.mkdir()
    with pytest.raises(RequestOptionsError, match="service_tier"):
        plan(max_cost_usd=1.0, extra=RequestOptions({"service_tier": "priority"}))
