"""Tests of whole runs in batches against a real server in each vendor's form: all statuses, limits, and failures."""

import json
from datetime import timedelta

import pytest

import core.importers.json_lines
import core.inference.batches.request_file
import core.inference.batches.runner
import core.inference.clients.bounded_body
from core.errors import ModelNameError, RunError
from core.records import Reply
from core.runs.batch_ledger import make_batch, make_batch_mark, read_ledger
from core.runs.journal import list_journal_paths, read_journal
from core.runs.open_journal import OpenJournal, open_journal
from tests.inference.batches.server import taking_batches
from tests.inference.clients.conftest import KEY, VENDORS
from tests.inference.clients.server import REPLY


def replies(plan):
    return {reply.case_id: reply for reply in read_journal(plan.journal).replies}


def statuses(plan):
    """Return the statuses of the chosen cases, in order."""
    return [replies(plan)[case_id].status for case_id in plan.chosen]


def beside(plan):
    """Return the names of all files beside the journal."""
    return sorted(path.name for path in plan.journal.parent.iterdir() if not path.name.endswith(".lock"))


@pytest.mark.parametrize("provider", VENDORS)
def test_a_whole_run_comes_back_in_any_order(plan, server, carried_out, provider):
    """Every photograph has its own reply in the journal, with tokens, the model that answered, and no latency."""
    made = plan(provider)
    progress, book = carried_out(made)
    assert (progress.run.done, progress.run.total, dict(progress.run.statuses)) == (12, 12, {"ok": 12})
    first = made.run.run_id, "001_P0"
    assert replies(made)["001_P0"] == Reply(*first, REPLY, input_tokens=1000, output_tokens=100, api_model="test-2026")
    assert list(replies(made)) == list(made.chosen)[::-1]
    assert (book.sent, beside(made)) == ({}, [made.journal.name])
    assert server.sizes() == [12]
    assert set(server.asked().values()) == {1}


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
def test_every_status_is_that_of_its_case(plan, server, carried_out, provider):
    """Each request has the status of a live one; only those without a reply are asked again, and then succeed."""
    server.acts = ["ok", "cut", "refusal", "filter", "empty", "error", "400", "expired", "absent"]
    made = plan(provider)
    carried_out(made)
    refused = "filtered" if provider == "gemini" else "refused"
    filtered = "refused" if provider == "anthropic" else "filtered"
    expired = "missing" if provider == "anthropic" else "api_error"
    failed = ["api_error", "api_error", expired, "api_error"]
    assert statuses(made) == ["ok", "cut", refused, filtered, "empty", *failed, "ok", "ok", "ok"]
    by_case = replies(made)
    assert by_case["001_P1"].raw == REPLY[:70]
    assert "do not name this request" in by_case["003_P0"].error
    server.acts = []
    carried_out(plan(provider))
    assert server.sizes() == [12, 4]
    assert statuses(made)[5:] == ["ok"] * 7
    assert carried_out(plan(provider))[0].run.asked == 0
    assert len(server.batches) == 2


@pytest.mark.parametrize("provider", VENDORS)
def test_what_is_under_way_is_taken_up_and_not_sent_again(plan, server, carried_out, provider):
    """A later call finds the batch in the book; all its cases are collected even if that call covers fewer of them."""
    server.is_held = True
    made = plan(provider)
    progress, book = carried_out(made, wait=False)
    assert (progress.run.asked, progress.run.in_flight, len(book.cases)) == (0, 12, 12)
    assert list_journal_paths(made.journal.parent) == []
    server.is_held = False
    again, book = carried_out(plan(provider, limit=3))
    assert (again.run.done, again.run.total, book.sent) == (3, 3, {})
    assert len(replies(made)) == 12
    assert server.calls["create"] == 1


@pytest.mark.parametrize("provider", VENDORS)
def test_a_batch_that_arrived_without_an_answer_is_found(plan, server, carried_out, provider):
    """If the connection drops after the batch has begun, the next attempt looks for it first: it is paid for once."""
    server.faults["create"] = ["lost"]
    made = plan(provider)
    assert carried_out(made)[0].run.statuses == {"ok": 12}
    assert (server.calls["create"], len(server.batches)) == (1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
def test_a_batch_that_did_not_arrive_is_sent_again(plan, server, carried_out, provider):
    """An overloaded provider is asked again after its wait; a rejected submission is not a batch."""
    server.faults["create"] = ["503", "429"]
    assert carried_out(plan(provider))[0].run.statuses == {"ok": 12}
    assert (server.calls["create"], len(server.batches)) == (3, 1)


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
@pytest.mark.parametrize("arrived", [True, False])
def test_killed_while_sending_it_asks_the_provider_first(plan, server, carried_out, provider, arrived):
    """An entry without an id is looked up by its mark, or by time and size, even if the provider's clock is slow."""
    made = plan(provider)
    server.is_held = True
    _, book = carried_out(made, wait=False)
    (sent,) = book.sent.values()
    book.enter(sent.model_copy(update={"batch_id": None}))
    for batch in server.batches.values():
        batch.created_at -= timedelta(minutes=30)
    if not arrived:
        server.batches.clear()
    server.is_held = False
    assert carried_out(plan(provider))[0].run.statuses == {"ok": 12}
    assert server.calls["create"] == (1 if arrived else 2)


@pytest.mark.parametrize("provider", VENDORS)
def test_killed_while_taking_it_takes_the_rest(plan, server, carried_out, monkeypatch, provider):
    """Replies in the journal are not written again; missing ones come from the results that are still available."""
    server.acts = ["error"] * 3
    made, lines = plan(provider), []
    write = OpenJournal.append

    def append_eleven(journal, reply):
        if len(lines) == 11:
            raise KeyboardInterrupt
        lines.append(reply)
        write(journal, reply)

    monkeypatch.setattr(OpenJournal, "append", append_eleven)
    with pytest.raises(KeyboardInterrupt):
        carried_out(made)
    monkeypatch.setattr(OpenJournal, "append", write)
    assert len(read_journal(made.journal).replies) == 11
    carried_out(plan(provider))
    assert statuses(made) == ["api_error"] * 3 + ["ok"] * 9
    assert len(made.journal.read_bytes().splitlines()) == 1 + 12
    assert server.calls["create"] == 1
    assert beside(made) == [made.journal.name]


def test_a_reply_that_is_there_already_stays(plan, server, carried_out):
    """A case that got a reply in the meantime keeps it: a case in the journal is never replaced."""
    server.is_held = True
    made = plan()
    carried_out(made, wait=False)
    with open_journal(made.journal, made.run) as journal:
        journal.append(Reply(made.run.run_id, "001_P0", "scalene", latency_s=1.0))
    server.is_held = False
    carried_out(plan())
    assert replies(made)["001_P0"].raw == "scalene"
    assert len(replies(made)) == 12


@pytest.mark.slow
@pytest.mark.parametrize("is_ours_there", [True, False])
def test_somebody_else_s_batch_is_never_taken_for_ours(plan, server, carried_out, is_ours_there):
    """Anthropic's batches have no marks: one of the same size is tried, and its results show that it is not ours."""
    made = plan("anthropic")
    foreign = [{"custom_id": f"other-{number}", "params": {}} for number in range(12)]
    for _ in range(2):
        server.took("anthropic", "\n".join(map(json.dumps, foreign)).encode(), "", {})
    server.is_held = True
    _, book = carried_out(made, wait=False)
    (sent,) = book.sent.values()
    book.enter(sent.model_copy(update={"batch_id": None}))
    if not is_ours_there:
        del server.batches["batch_3"]
    server.is_held = False
    carried_out(plan("anthropic"))
    assert statuses(made) == ["ok"] * 12
    assert server.calls["create"] == (1 if is_ours_there else 2)
    assert beside(made) == [made.journal.name]


def test_whether_a_batch_began_may_stay_unknown(plan, server, carried_out):
    """If the provider does not list its batches, nothing is sent again, and the error says what to do."""
    made = plan()
    book = read_ledger(made.journal, made.run.run_id)
    book.enter(make_batch(make_batch_mark(), {"trilens-1": "001_P0"}))
    server.faults["list"] = ["400"]
    with pytest.raises(
        RunError, match="A batch of 1 requests may have started at .*does not confirm it: OpenAI answered 400"
    ):
        carried_out(made)
    assert server.calls["create"] == 0
    assert book.path.is_file()


def test_what_has_ended_is_taken_though_nothing_more_can_be_sent(plan, server, carried_out):
    """Replies that are paid for enter the journal even if the provider accepts no further batch."""
    server.is_held = True
    carried_out(plan(limit=5), wait=False)
    server.is_held = False
    server.faults["create"] = ["402"]
    with pytest.raises(RunError, match="A batch of 7 requests was not accepted: OpenAI answered 402"):
        carried_out(plan())
    assert len(replies(plan())) == 5


def test_a_batch_that_was_not_taken_leaves_nothing(plan, server, carried_out):
    """A request that the provider refuses ends the call; no entry is left, so the next call sends it again."""
    server.faults["create"] = ["400"]
    made = plan()
    with pytest.raises(RunError, match="A batch of 12 requests was not accepted: OpenAI answered 400"):
        carried_out(made)
    assert beside(made) == []
    assert carried_out(plan())[0].run.statuses == {"ok": 12}


@pytest.mark.slow
@pytest.mark.parametrize("provider", ["openai", "gemini"])
def test_a_batch_that_failed_as_a_whole_is_asked_again(plan, server, carried_out, provider):
    """Every case gets the reason as its failure; the next call sends a new batch."""
    server.ends_as = {"openai": "failed", "gemini": "BATCH_STATE_FAILED"}
    made = plan(provider)
    carried_out(made)
    assert set(statuses(made)) == {"api_error"}
    assert replies(made)["001_P0"].error.startswith("the batch is failed")
    assert (provider == "openai") == ("the file is not valid" in replies(made)["001_P0"].error)
    server.ends_as = {}
    carried_out(plan(provider))
    assert statuses(made) == ["ok"] * 12


def test_an_expired_batch_keeps_what_was_answered(plan, server, carried_out):
    """Answers that OpenAI gave before the batch expired count; the rest is asked again."""
    server.ends_as = {"openai": "expired"}
    server.acts = ["ok"] * 5 + ["expired"] * 7
    made = plan()
    carried_out(made)
    assert statuses(made) == ["ok"] * 5 + ["api_error"] * 7
    assert "batch_expired" in replies(made)["003_T1"].error
    server.ends_as, server.acts = {}, []
    carried_out(plan())
    assert (statuses(made), server.sizes()) == (["ok"] * 12, [12, 7])


def test_lines_that_cannot_be_right_are_refused_and_kept(plan, server, carried_out, monkeypatch):
    """An unknown name, a repeated name, invalid JSON and an endless line are ignored.

    The file is kept for inspection.
    """
    monkeypatch.setattr(core.importers.json_lines, "MAX_LINE_BYTES", 100_000)

    def change(lines):
        foreign = lines[0].replace("trilens-", "nobody-")
        return [foreign, "{broken", lines[1], lines[1], "x" * 200_000, *lines[3:]]

    server.change = change
    made = plan()
    progress, _ = carried_out(made)
    assert sorted(statuses(made)) == ["api_error"] * 2 + ["ok"] * 10
    said = [line.partition(", ")[2] for line in progress.refused]
    assert [line.partition(":")[0] for line in said] == ["line 1", "line 2", "line 4", "line 5"]
    assert "unknown request" in said[0]
    assert "occurs twice" in said[2]
    (kept,) = [name for name in beside(made) if name.endswith(".results")]
    assert "{broken" in (made.journal.parent / kept).read_text()
    assert list_journal_paths(made.journal.parent) == [made.journal]


@pytest.mark.slow
@pytest.mark.parametrize(("name", "bound", "sizes"), [("MAX_REQUESTS", 5, [5, 5, 2]), ("MAX_BYTES", 60_000, None)])
def test_batches_stay_within_the_bounds(plan, server, carried_out, monkeypatch, name, bound, sizes):
    """More requests or bytes than one batch may hold are sent in several."""
    monkeypatch.setattr(core.inference.batches.request_file, name, bound)
    made = plan()
    carried_out(made)
    assert statuses(made) == ["ok"] * 12
    assert sum(server.sizes()) == 12
    assert server.sizes() == sizes if sizes else len(server.sizes()) > 1
    assert all(len(lines) <= 60_000 for lines in server.files.values()) or name == "MAX_REQUESTS"


def test_a_request_that_no_batch_may_hold_is_not_asked(plan, server, carried_out, monkeypatch):
    """The case is missing with the reason, and nothing is sent."""
    monkeypatch.setattr(core.inference.batches.request_file, "MAX_BYTES", 100)
    made = plan(limit=1)
    carried_out(made)
    assert replies(made)["001_P0"].status == "missing"
    assert "a batch may have at most 100" in replies(made)["001_P0"].error
    assert server.calls == {}


def test_a_picture_that_cannot_be_shown_is_not_asked(plan, server, carried_out):
    """As in a live run, the case is missing with the reason, and the others are asked."""
    made = plan()
    (picture,) = made.chosen["001_P1"].images
    (made.folder / picture).write_bytes(b"no picture")
    carried_out(made)
    assert replies(made)["001_P1"].error.startswith("not asked: ")
    assert server.sizes() == [11]


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
def test_looking_goes_on_over_faults(plan, server, carried_out, provider):
    """A provider that fails for a while is polled again, and interrupted results are fetched again."""
    server.faults = {"state": ["503", "lost"], "results": ["500"]}
    made = plan(provider)
    assert carried_out(made)[0].run.statuses == {"ok": 12}
    assert server.calls["create"] == 1


def test_after_a_long_silence_it_ends_and_the_batch_goes_on(plan, server, carried_out, monkeypatch):
    """A provider that cannot be reached for too long ends the call, not the batch."""
    monkeypatch.setattr(core.inference.batches.runner, "LONGEST_SILENCE_S", 0.0)
    server.faults["state"] = ["503"] * 3
    with pytest.raises(RunError, match="could not be checked: OpenAI answered 503"):
        carried_out(plan())
    server.faults = {}
    assert carried_out(plan())[0].run.statuses == {"ok": 12}
    assert server.calls["create"] == 1


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
def test_a_lost_batch_says_which_file_to_remove(plan, server, carried_out, provider):
    """A batch that the provider has lost is not sent again automatically, because that would be paid for twice."""
    server.is_held = True
    made = plan(provider)
    _, book = carried_out(made, wait=False)
    next(iter(server.batches.values())).is_lost = True
    with pytest.raises(RunError, match="answered 404.*If it is lost, remove .*batches; its requests are then sent"):
        carried_out(plan(provider))
    assert server.calls["create"] == 1
    book.path.unlink()
    server.is_held = False
    assert carried_out(plan(provider))[0].run.statuses == {"ok": 12}


def test_a_server_without_batches_is_named(plan, server, carried_out):
    """A plain vLLM answers 404; the error says what is missing and what to do instead, and nothing is left."""
    server.has_batches = False
    made = plan("local")
    with pytest.raises(RunError, match=r"Own server answered 404.*it may lack /files and /batches.*Without --batch"):
        carried_out(made)
    assert beside(made) == []


def test_an_own_server_with_batches_is_asked_there(plan, server, carried_out):
    """The user's own server with this interface is addressed like OpenAI, with its own name for the limit."""
    made = plan("local", max_output_tokens=77)
    assert carried_out(made)[0].run.statuses == {"ok": 12}
    (batch,) = server.batches.values()
    assert {line["body"]["max_tokens"] for line in batch.lines} == {77}


@pytest.mark.parametrize("provider", ["fireworks", "openrouter"])
def test_providers_without_batches_are_refused(plan, provider):
    """A provider without a supported batch interface gets no plan; the error names the providers that have one."""
    with pytest.raises(ModelNameError, match="cannot be asked in batches.*openai, gemini, anthropic, local"):
        plan(provider)


@pytest.mark.slow
@pytest.mark.parametrize("fault", ["endless", "html", "zipped", "redirect", "lost"])
@pytest.mark.parametrize("provider", VENDORS)
def test_a_server_that_may_be_anyone_s_ends_in_one_line(plan, server, carried_out, provider, fault):
    """Endless bodies, endless pages, compressed bodies and redirects end as a clear error.

    The batch stays in the book.
    """
    server.is_held = True
    carried_out(plan(provider), wait=False)
    server.faults["state"] = [fault]
    words = "^Batch [a-z_/0-9]+ (of 12 requests cannot be collected|could not be checked): "
    with pytest.raises(RunError, match=words + (".* sent more than 16000000 bytes" if fault == "endless" else "")):
        carried_out(plan(provider), wait=False)
    server.is_held = False
    assert carried_out(plan(provider))[0].run.statuses == {"ok": 12}
    assert server.calls["create"] == 1


@pytest.mark.parametrize("provider", VENDORS)
def test_results_without_end_are_not_kept(plan, server, carried_out, monkeypatch, provider):
    """A file of results beyond its limit leaves nothing on the disk, and the batch stays in the book."""
    made = plan(provider)
    with monkeypatch.context() as patch:
        patch.setattr(core.inference.clients.bounded_body, "MAX_RESULTS_BYTES", 1000)
        with pytest.raises(RunError, match="sent more than 1000 bytes"):
            carried_out(made)
    assert [name for name in beside(made) if "results" in name] == []
    assert carried_out(plan(provider))[0].run.statuses == {"ok": 12}
    assert server.calls["create"] == 1


def test_results_at_another_machine_are_not_fetched(plan, server, carried_out):
    """An address that a server names is called only on that server, so the key is sent nowhere else."""
    with taking_batches() as other:
        server.results_at = other.root
        with pytest.raises(RunError, match="refers to another machine, http://127.0.0.1:.*nothing was sent there"):
            carried_out(plan("anthropic"))
        assert other.calls == {}


@pytest.mark.parametrize("provider", VENDORS)
def test_the_key_is_nowhere(plan, server, carried_out, provider):
    """Neither the journal nor the book nor an error contains the key, even if the server repeats it everywhere."""
    server.acts = ["echo_key", "error", "400"]
    made = plan(provider)
    server.is_held = True
    _, book = carried_out(made, wait=False)
    assert KEY not in book.path.read_text()
    server.faults["state"] = ["400"]
    with pytest.raises(RunError) as error:
        carried_out(plan(provider))
    server.is_held = False
    carried_out(plan(provider))
    assert "[key]" in str(error.value)
    assert KEY not in str(error.value)
    assert replies(made)["001_P0"].raw == f"[key]{REPLY}"
    assert "[key]" in replies(made)["001_P1"].error
    assert KEY not in made.journal.read_text()
    (batch,) = server.batches.values()
    assert KEY in str(batch.headers)


def test_an_id_with_the_key_is_none(plan, server, carried_out, monkeypatch):
    """A server that returns the key as a batch id is not believed, so that no file contains it."""
    taken = server.took

    def with_key(*given):
        batch = taken(*given)
        batch.batch_id = KEY
        return batch

    monkeypatch.setattr(server, "took", with_key)
    made = plan()
    with pytest.raises(RunError, match="the id that it returned is not valid") as error:
        carried_out(made)
    assert KEY not in str(error.value) + "".join(path.read_text() for path in made.journal.parent.iterdir())


@pytest.mark.slow
def test_a_limit_of_cost_counts_half_and_what_is_under_way(plan, server, carried_out):
    """A request reserves its highest possible cost at half the price; more follow once the true costs are known."""
    price = {"model": "gpt-5", "max_output_tokens": 1000}
    whole, half = plan(**price, in_batches=False), plan(**price)
    assert half.most_usd_each == pytest.approx(whole.most_usd_each / 2)
    true_cost = half.price.compute_cost_usd(1000, 100)
    limit = 2.5 * half.most_usd_each
    made = plan(**price, max_cost_usd=limit)
    with pytest.raises(RunError, match="The next request could cost up to"):
        carried_out(made)
    assert server.sizes()[0] == 2
    assert len(server.sizes()) > 1
    asked = sum(server.sizes())
    assert asked * true_cost <= limit < asked * true_cost + half.most_usd_each
    resumed = plan(**price, max_cost_usd=limit)
    assert resumed.spent_usd == pytest.approx(asked * true_cost)
    assert len(replies(made)) == asked < 12


def test_replies_of_a_live_run_keep_their_whole_price(plan, carried_out):
    """The cost of a run counts replies with a latency at the full price, and those of batches at half."""
    made = plan(model="gpt-5", limit=2)
    carried_out(made)
    half = plan(model="gpt-5").spent_usd
    with made.journal.open("a") as file:
        line = {"case_id": "002_P0", "reply": REPLY, "latency_s": 1.0, "input_tokens": 1000, "output_tokens": 100}
        file.write(json.dumps(line) + "\n")
    assert plan(model="gpt-5").spent_usd == pytest.approx(half + 2 * half / 2)
    assert plan(model="gpt-5", in_batches=False).spent_usd == plan(model="gpt-5").spent_usd
