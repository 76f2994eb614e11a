"""Batches under way at a provider, for `doctor` and `status`: their replies are paid for but not yet collected."""

from collections.abc import Iterator

from core.errors import JournalError
from core.formatting import format_count
from core.runs.batch_ledger import BatchLedger, list_ledger_paths, parse_ledger
from core.workspace import Workspace


def list_open_ledgers(workspace: Workspace) -> Iterator[BatchLedger | str]:
    """List the ledgers beside a benchmark's journals; for an unreadable one, the reason."""
    for path in [*list_ledger_paths(workspace.runs), *list_ledger_paths(workspace.rereadings)]:
        try:
            yield parse_ledger(path, path.read_bytes())
        except (OSError, JournalError) as error:
            yield str(error)


def describe_ledger(book: BatchLedger) -> str:
    """Describe the pending batches, the age of the oldest, and the way to collect their replies."""
    batches = len(book.sent)
    oldest = min(batch.began_at for batch in book.sent.values())
    return (
        f"{book.run_id}: {book.requests} requests are under way in {format_count(batches, 'batch', 'batches')}, "
        f"the oldest sent {oldest:%Y-%m-%d %H:%M} UTC. Repeat the command that started the run to collect their replies"
    )
