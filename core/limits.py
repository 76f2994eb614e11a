"""Limits of downloads, of requests to models, and of visitors, with the defaults of their settings."""

from dataclasses import dataclass


@dataclass(frozen=True)
class FetchOptions:
    """The source and the limits of a download.

    Attributes:
        tri_bench_source: URL or folder of Tri-Bench's files; empty for the public repository.
        concurrency: number of files fetched in parallel.
        timeout_s: time limit per file and attempt.
        attempts: attempts per file.
    """

    tri_bench_source: str = ""
    concurrency: int = 8
    timeout_s: float = 60.0
    attempts: int = 4


DEFAULT_FETCH = FetchOptions()


@dataclass(frozen=True)
class RequestLimits:
    """The limits of a request to a model.

    Attributes:
        attempts: attempts per request.
        connect_timeout_s: time limit for connecting to the server.
        idle_timeout_s: longest time without any data from the server.
        timeout_s: time limit for a whole reply.
        max_side_px: longest side of an image; larger ones are shrunk.
    """

    attempts: int = 5
    connect_timeout_s: float = 15.0
    idle_timeout_s: float = 180.0
    timeout_s: float = 300.0
    max_side_px: int = 2048


DEFAULT_LIMITS = RequestLimits()


@dataclass(frozen=True)
class VisitorLimits:
    """The limits of the visitors of a dashboard, which apply if it is read-only.

    Attributes:
        is_read_only: whether the limits apply.
        with_own_keys: whether visitors may query paid models with their own keys.
        base_urls: addresses of the host's servers that visitors may query.
        questions: requests to models per session.
        questions_per_hour: requests to models of all visitors together in any hour.
    """

    is_read_only: bool = False
    with_own_keys: bool = False
    base_urls: tuple[str, ...] = ()
    questions: int = 60
    questions_per_hour: int = 600
