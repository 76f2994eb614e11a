"""Parts made on an existing Dask cluster: parts are independent of each other.

`requirements-cluster.txt` lists the packages for this. Workers run this repository in the same state, and see the data
folder under the same path.
"""

from collections.abc import Sequence
from pathlib import Path

from core.errors import BuildError
from core.warehouse.run_cache.task import BuildSpec
from core.warehouse.run_cache.workers import Made, Make, try_make_part

TIMEOUT_S = 10
"""Time limit for a scheduler to answer, and then for its first worker."""


def build_on_cluster(scheduler: str) -> Make:
    """Return a function that makes parts on the workers of a scheduler.

    Args:
        scheduler: its address, such as `tcp://HOST:8786`.

    Raises:
        BuildError: Dask is not installed, no scheduler answers, a worker has another version, or all are killed.
    """
    try:
        import distributed
    except ModuleNotFoundError as error:
        raise BuildError("A cluster needs Dask. Run: pip install -r requirements-cluster.txt") from error

    def make(order: BuildSpec, journals: Sequence[Path]) -> Made:
        if not journals:
            return
        try:
            client = distributed.Client(scheduler, timeout=TIMEOUT_S, set_as_default=False)
        except (OSError, ValueError) as error:
            raise BuildError(f"No scheduler answers at {scheduler} ({error}). Start one: dask scheduler") from error
        with client:
            try:
                client.wait_for_workers(1, timeout=TIMEOUT_S)
                journal_of = {client.submit(try_make_part, order, journal, pure=False): journal for journal in journals}
                for future in distributed.as_completed(list(journal_of), loop=client.loop):
                    yield journal_of[future], future.result()
            except TimeoutError as error:
                raise BuildError(f"The scheduler at {scheduler} has no worker. Start some: dask worker") from error
            except (distributed.KilledWorker, distributed.CancelledError, ModuleNotFoundError) as error:
                raise BuildError(
                    f"The cluster at {scheduler} could not read the journals: {error}. Workers must run from this "
                    "repository, with its packages and enough memory. Finished parts are kept: build again."
                ) from error

    return make
