"""Graceful stop: the first Ctrl-C lets pending work finish; a second one or SIGTERM stops at once."""

import asyncio
import signal
from collections.abc import Awaitable, Callable
from contextlib import suppress

from core.cli.terminal import stderr


async def run_until_stopped(work: Callable[[asyncio.Event], Awaitable[None]], said: str) -> bool:
    """Do the work; return whether the user stopped it.

    Args:
        work: receives an event, after which it starts nothing new.
        said: message to print at the first Ctrl-C.
    """
    stop, was_stopped = asyncio.Event(), asyncio.Event()
    task = asyncio.ensure_future(work(stop))

    def finish() -> None:
        if was_stopped.is_set():
            task.cancel()
        else:
            stderr.print(said, markup=False)
            was_stopped.set()
            stop.set()

    def drop() -> None:
        was_stopped.set()
        task.cancel()

    loop = asyncio.get_running_loop()
    loop.add_signal_handler(signal.SIGINT, finish)
    loop.add_signal_handler(signal.SIGTERM, drop)
    try:
        with suppress(asyncio.CancelledError):
            await task
    finally:
        loop.remove_signal_handler(signal.SIGINT)
        loop.remove_signal_handler(signal.SIGTERM)
    return was_stopped.is_set()
