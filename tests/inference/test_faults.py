"""Tests of provider faults in whole runs: the journal's lines, when they are written, and what is counted."""

import asyncio
from dataclasses import replace

import pytest

from core.inference.clients.connections import connect
from core.inference.clients.providers import resolve_endpoint
from core.inference.request_content import build_request
from core.inference.send_request import ask_with_retries
from core.records import Reply
from core.runs.journal import read_journal
from core.runs.open_journal import open_journal
from tests.inference.clients.conftest import KEY, VENDORS, photograph, quick, server  # noqa: F401 - fixtures
from tests.inference.clients.server import NO_STREAMS, REPLY, TEN_MEGABYTES
from tests.inference.test_runner import carried_out, plan  # noqa: F401 - fixtures

FAULTS = {
    "429": ("api_error", "answered 429"),
    "500": ("api_error", "answered 500"),
    "empty": ("empty", "the reply has no text"),
    "close": ("api_error", "lost the connection"),
    "stall": ("api_error", "sent nothing for too long"),
    "refusal": ("refused", "refusal"),
    "broken": ("api_error", "that its API does not define"),
    "ten_megabytes": ("cut", "longer than 8000000 characters"),
    "invalid_utf8": ("ok", ""),
    "html": ("api_error", "answered with text/html instead of a stream of events"),
    "redirect": ("api_error", "answered 307"),
    "tools": ("empty", "the reply has no text ("),
}
"""What the journal says after one attempt: status, and words of the reason. One for each of twelve photographs."""

OF_GEMINI = {
    "refusal": ("filtered", "SAFETY"),
    "tools": ("empty", "the reply has no text: all 3 characters of the reply are reasoning; it has no final answer ("),
}
"""It has no refusals of its own: the prompt is blocked. Before it calls a tool it thinks aloud."""

WHOLE = {"refusal", "empty", "ten_megabytes", "invalid_utf8", "tools"}
"""Replies, however useless: they are not asked for again."""

UNBILLED = {"429", "500", "redirect"}


@pytest.mark.slow
@pytest.mark.parametrize("provider", [*VENDORS, "local"])
def test_the_journal_says_what_became_of_each_fault(plan, server, quick, provider):  # noqa: F811
    """Each fault has its line with status and reason; the next call asks only for cases without a reply."""
    once = replace(quick, attempts=1)
    server.acts = list(FAULTS)
    carried_out(plan(provider, limits=once, concurrency=1))
    replies = {reply.case_id: reply for reply in read_journal(plan(provider).journal).replies}
    expected = FAULTS | (OF_GEMINI if provider == "gemini" else {})
    found = dict(zip(expected, (replies[case_id] for case_id in sorted(replies)), strict=True))
    assert {fault: reply.status for fault, reply in found.items()} == {
        fault: status for fault, (status, _) in expected.items()
    }
    assert [fault for fault, (_, words) in expected.items() if words not in (found[fault].error or "")] == []
    assert found["invalid_utf8"].raw.replace("\ufffd", "") == REPLY != found["invalid_utf8"].raw
    assert found["html"].raw == NO_STREAMS["html"][1]
    assert TEN_MEGABYTES.startswith(found["ten_megabytes"].raw)
    assert KEY not in plan(provider).journal.read_text()

    assert carried_out(plan(provider, limits=once, concurrency=1)).done == 12
    asked_again = len(FAULTS) - len(WHOLE)
    assert len(server.asked) == 12 + asked_again
    after = read_journal(plan(provider).journal).replies
    assert [reply.raw for reply in after].count(REPLY) == asked_again
    assert plan(provider).todo == []


@pytest.mark.slow
@pytest.mark.parametrize("provider", [*VENDORS, "local"])
def test_what_is_counted_is_what_was_sent(server, quick, photograph, provider):  # noqa: F811
    """The meter sees each attempt of each request before and after it.

    Attempts that may have been billed are marked.
    """
    target = resolve_endpoint(
        f"{provider}:test", server.url(provider), {provider: KEY}, limits=replace(quick, attempts=2)
    )
    request = build_request([photograph], "What is it?", "original", quick.max_side_px)

    class Counted:
        def __init__(self):
            self.before, self.after = 0, []

        async def reserve_cost(self):
            self.before += 1
            assert len(server.asked) == self.before - 1

        def record_cost(self, input_tokens, output_tokens, *, may_be_billed):
            self.after.append((input_tokens, output_tokens) if input_tokens else may_be_billed)

    async def counted(fault):
        meter, client = Counted(), connect(target)
        server.acts, server.asked = [fault, "ok"], []
        try:
            await ask_with_retries(client, target, request, meter=meter)
        finally:
            await client.close()
        assert meter.before == len(meter.after) == len(server.asked)
        return meter.after

    for fault in set(FAULTS) - {"ten_megabytes"}:
        first, *more = asyncio.run(counted(fault))
        assert (fault, first) == (fault, (1000, 100) if fault in WHOLE else fault not in UNBILLED)
        assert (fault, more) == (fault, [] if fault in WHOLE | {"html", "redirect"} else [(1000, 100)])


@pytest.mark.slow
@pytest.mark.parametrize("concurrency", [1, 3])
@pytest.mark.parametrize("provider", VENDORS)
def test_a_reply_is_in_the_journal_before_the_next_request(plan, server, provider, concurrency):  # noqa: F811
    """When a request arrives, all earlier ones but those in progress have their line: a kill loses no more."""
    made = plan(provider, concurrency=concurrency)
    in_journal = []
    server.on_asked = lambda number: in_journal.append((number, made.journal.read_bytes().count(b"\n") - 1))
    carried_out(made)
    assert [number for number, _ in in_journal] == list(range(1, 13))
    assert [(number, lines) for number, lines in in_journal if lines < number - concurrency] == []


def test_a_reply_of_unknown_tokens_counts_at_its_dearest(plan, workspace):  # noqa: F811
    """Tokens sent by an earlier call count for the limit even if the server did not report them."""
    workspace.data.mkdir()
    header = "model,input_usd_per_million,output_usd_per_million,max_output_tokens,max_image_tokens,as_of,source"
    (workspace.data / "prices.csv").write_text(f"{header}\nopenai:test,0,100,1000,1000,2026-11,test\n")
    made = plan()
    with open_journal(made.journal, made.run) as journal:
        journal.append(Reply(made.run.run_id, "001_P0", REPLY))
        journal.append(Reply(made.run.run_id, "001_P1", REPLY, latency_s=1.0, input_tokens=1000, output_tokens=100))
        journal.append(Reply(made.run.run_id, "001_T0", None, "missing", "not asked: no border"))
    assert plan().spent_usd == pytest.approx(0.1 + 0.01)
