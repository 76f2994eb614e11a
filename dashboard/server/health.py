"""The health endpoint: whether the dashboard has data to show, for load balancers, containers and monitoring."""

from datetime import UTC, datetime
from typing import Any

import anyio
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from core import __version__
from dashboard.data.current_benchmark import list_available_benchmarks, require_warehouse, use_benchmark
from dashboard.data.queries import run_query
from dashboard.server.session_queue import count_activity
from dashboard.shell.setup_page import PREPARATIONS

HEALTHZ = "/healthz"


def build_health_report() -> dict[str, Any]:
    """Return the generation of each benchmark with its build time and age in seconds, and the current activity.

    `status` is `ready` if there is a warehouse, `preparing` while the first one is made, else `empty`.
    """
    is_preparing = any(work.is_running for work in list(PREPARATIONS.values()))
    shown = [_describe_build(benchmark_id) for benchmark_id in list_available_benchmarks()]
    status = "ready" if shown else "preparing" if is_preparing else "empty"
    facts = {"status": status, "version": __version__, "is_preparing": is_preparing}
    return {**facts, "under_way": count_activity(), "benchmarks": shown}


def _describe_build(benchmark_id: str) -> dict[str, Any]:
    with use_benchmark(benchmark_id):
        built_at = run_query("builds")["built_at"].iloc[0].to_pydatetime()
        return {
            "benchmark_id": benchmark_id,
            "generation": require_warehouse().generation,
            "built_at": built_at.isoformat(timespec="seconds"),
            "age_s": int((datetime.now(UTC) - built_at).total_seconds()),
        }


async def serve_health(_: Request) -> Response:
    """Respond with status 200 if there is data to show, else 503."""
    found = await anyio.to_thread.run_sync(build_health_report)
    status = 200 if found["status"] == "ready" else 503
    return JSONResponse(found, status_code=status, headers={"Cache-Control": "no-store"})
