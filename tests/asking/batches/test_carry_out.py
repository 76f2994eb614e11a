"""Whole runs in batches against a real server in each vendor's form."""

import pytest

from core.records import Reply
from core.runs.journal import read_journal
from tests.asking.clients.conftest import VENDORS
from tests.asking.clients.server import REPLY


def replies(plan):
    return {reply.case_id: reply for reply in read_journal(plan.journal).replies}


@pytest.mark.parametrize("provider", VENDORS)
def test_a_whole_run_comes_back_in_any_order(plan, server, carried_out, provider):
    """Every photograph has its own reply in the journal, with tokens, the model that answered, and no latency."""
    made = plan(provider)
    progress, book = carried_out(made)
    assert (progress.run.done, progress.run.total, dict(progress.run.statuses)) == (12, 12, {"ok": 12})
    first = made.run.run_id, "001_P0"
    assert replies(made)["001_P0"] == Reply(*first, REPLY, input_tokens=1000, output_tokens=100, api_model="test-2026")
    assert list(replies(made)) == list(made.chosen)[::-1]
    assert (book.sent, book.path.exists()) == ({}, False)
    assert server.sizes() == [12]
    assert set(server.asked().values()) == {1}
