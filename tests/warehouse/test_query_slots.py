"""Query slots: cancelled queries end, whether waiting or running, and the others continue."""

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
    """Return a database in memory."""
    with duckdb.connect() as opened:
        yield opened


def run(turns, connection, sql):
    with turns.open_cursor(connection) as cursor:
        return cursor.execute(sql).fetchall()


def test_cancelled_waiting_query_does_not_start(connection):
    """While all slots are taken, a query of a closed page gives up and the next one gets its slot."""
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


def test_cancelled_running_query_stops(connection):
    """An endless query stops soon after its page closes; a parallel one finishes."""
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


def test_failed_query_releases_its_slot(connection):
    """After more failing queries than slots the next one runs."""
    turns = QuerySlots(lambda: lambda: False)
    for _ in range(AT_ONCE + 1):
        with pytest.raises(duckdb.Error):
            run(turns, connection, "select no_such_column")
    assert run(turns, connection, "select 3") == [(3,)]
