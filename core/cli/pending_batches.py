"""Batches under way at a provider, as `doctor` and `status` say them: their replies are paid for, and not yet here."""

from collections.abc import Iterator

from core.errors import JournalError
from core.runs.batch_ledger import BatchLedger, list_ledger_paths, parse_ledger
from core.settings import Settings


def list_open_ledgers(settings: Settings) -> Iterator[BatchLedger | str]:
    """The books beside a benchmark's journals, and of one that cannot be read why."""
    for path in [*list_ledger_paths(settings.runs), *list_ledger_paths(settings.rereadings)]:
        try:
            yield parse_ledger(path, path.read_bytes())
        except (OSError, JournalError) as error:
            yield str(error)


def describe_ledger(book: BatchLedger) -> str:
    """What is under way, since when, and how its replies are taken."""
    batches = len(book.sent)
    oldest = min(batch.began_at for batch in book.sent.values())
    return (
        f"{book.run_id}: {book.requests} requests are under way in {batches} {'batch' if batches == 1 else 'batches'}, "
        f"the oldest sent {oldest:%Y-%m-%d %H:%M} UTC. The command that began the run takes their replies"
    )
