"""Fixtures: the loopback server of batches, plans of runs in batches, and limits with minimal waits."""

import asyncio

import pytest

import core.inference.batches.runner
import core.inference.send_request
from core.benchmarks.context import BenchmarkContext
from core.benchmarks.tri_bench import BENCHMARK
from core.inference.batches.runner import execute_in_batches
from core.inference.clients.connections import connect_batches
from core.inference.clients.providers import PROVIDERS, resolve_endpoint
from core.inference.plan import plan_run
from core.inference.prompts import get_benchmark_prompt
from core.inference.run_options import RunOptions
from core.inference.run_plan import refresh_plan
from core.limits import RequestLimits
from core.runs.batch_ledger import read_ledger
from core.runs.open_journal import open_journal
from tests.inference.batches.server import taking_batches
from tests.inference.clients.conftest import KEY


@pytest.fixture(autouse=True)
def _no_keys_from_outside(monkeypatch):
    """Remove all API keys but those that a test sets."""
    for provider in PROVIDERS.values():
        if provider.key_variable:
            monkeypatch.delenv(provider.key_variable, raising=False)


@pytest.fixture
def server():
    """Start the loopback server."""
    with taking_batches() as running:
        yield running


@pytest.fixture
def quick(monkeypatch):
    """Return limits with minimal waits between attempts, and polls without a pause."""
    monkeypatch.setattr(core.inference.send_request, "FIRST_WAIT_S", 0.01)
    monkeypatch.setattr(core.inference.batches.runner, "FIRST_WAIT_S", 0.01)
    return RequestLimits(idle_timeout_s=5.0, timeout_s=10.0, attempts=3)


@pytest.fixture
def plan(server, quick, workspace, unanswered):
    """Return a function that plans a run in batches over twelve photographs: `plan("gemini", limit=4)`."""
    folder, contents = unanswered

    def make(provider="openai", model="test", **options):
        target = resolve_endpoint(f"{provider}:{model}", server.url(provider), {provider: KEY}, limits=quick)
        chosen = RunOptions(get_benchmark_prompt(contents), **{"in_batches": True} | options)
        return plan_run(target, chosen, BenchmarkContext(workspace, BENCHMARK, folder, contents))

    return make


@pytest.fixture
def carried_out():
    """Return a function that carries out a plan in batches; `carried_out(plan(), wait=False)` gives progress, book."""

    def carry(made, *, wait=True, report=lambda _: None):
        async def work(journal, book):
            client = connect_batches(made.endpoint)
            try:
                return await execute_in_batches(
                    refresh_plan(made, journal), client, journal, book, report=report, wait=wait
                )
            finally:
                await client.close()

        with open_journal(made.journal, made.run) as journal:
            book = read_ledger(made.journal, made.run.run_id)
            return asyncio.run(work(journal, book)), book

    return carry
