"""Turns of queries: those that nobody waits for end, whether they wait or run, and the others go on."""

from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from threading import Event, Thread

import duckdb
import pytest

from core.errors import QueryCancelledError
from core.warehouse.query_slots import AT_ONCE, QuerySlots

ENDLESS = "select sum(one.range * other.range) from range(1_000_000_000) one, range(1_000_000_000) other"


@pytest.fixture
def connection():
    """A database in memory."""
    with duckdb.connect() as opened:
        yield opened


def run(turns, connection, sql):
    with turns.open_cursor(connection) as cursor:
        return cursor.execute(sql).fetchall()


def test_a_query_that_waits_for_nobody_does_not_begin(connection):
    """While all turns are taken, one whose page has gone gives up; the next one, whose page is there, gets its turn."""
    gone = Event()
    unwanted, wanted = QuerySlots(lambda: gone.is_set), []
    with ThreadPoolExecutor(2) as pool:
        with ExitStack() as taken:
            for _ in range(AT_ONCE):
                taken.enter_context(unwanted.open_cursor(connection))
            waiting = pool.submit(run, unwanted, connection, "select 1")
            gone.set()
            assert isinstance(waiting.exception(30), QueryCancelledError)
            gone.clear()
            wanted = pool.submit(run, unwanted, connection, "select 2")
        assert wanted.result(30) == [(2,)]


def test_a_running_query_ends_when_nobody_wants_it(connection):
    """A query that would take for ever ends soon after its page; another one that runs beside it comes to its end."""
    gone, own = Event(), {}
    turns = QuerySlots(lambda: own.get("check", lambda: False))
    errors = []

    def ask_for_ever():
        try:
            run(turns, connection, ENDLESS)
        except QueryCancelledError as error:
            errors.append(error)

    own["check"] = gone.is_set
    asking = Thread(target=ask_for_ever)
    asking.start()
    while not turns.running:
        pass
    del own["check"]
    with turns.open_cursor(connection) as other:
        turns.interrupt_cancelled()
        assert asking.is_alive()
        gone.set()
        while asking.is_alive():
            turns.interrupt_cancelled()
            asking.join(0.01)
        assert other.execute("select count(*) from range(1_000_000)").fetchall() == [(1_000_000,)]
    assert len(errors) == 1
    assert turns.running == 0


def test_what_failed_gives_its_turn_back(connection):
    """After more wrong queries than there are turns the next one runs."""
    turns = QuerySlots(lambda: lambda: False)
    for _ in range(AT_ONCE + 1):
        with pytest.raises(duckdb.Error):
            run(turns, connection, "select no_such_column")
    assert run(turns, connection, "select 3") == [(3,)]
