"""The requests of one batch as a JSON Lines file, within the limits of providers."""

import asyncio
import json
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import BinaryIO, cast

from core.errors import ImageError, ImageViewError
from core.inference.clients.batch_client import MAX_BYTES, MAX_REQUESTS, BatchClient
from core.inference.request_content import build_request
from core.inference.request_outcome import RequestOutcome
from core.inference.run_plan import RunPlan, build_case_prompt, build_examples


def open_unnamed_file(folder: Path) -> BinaryIO:
    """Open a file that other programs cannot see and that disappears with this process, however it ends."""
    folder.mkdir(parents=True, exist_ok=True)
    return cast("BinaryIO", TemporaryFile(dir=folder))


async def write_lines(
    plan: RunPlan,
    case_ids: Sequence[str],
    mark: str,
    client: BatchClient,
    file: BinaryIO,
    not_asked: Callable[[str, RequestOutcome], None],
) -> dict[str, str]:
    """Write one request per case until the batch is full; return the case ids by request name.

    Args:
        plan: plan of the run.
        case_ids: cases in the order in which to ask them.
        mark: prefix of all names.
        client: client that knows the provider's format.
        file: file to write to.
        not_asked: called for each case that cannot be shown, or whose request alone exceeds the size of a batch.
    """
    cases: dict[str, str] = {}
    size = 0
    for case_id in case_ids:
        if len(cases) == MAX_REQUESTS:
            break
        name = f"{mark}-{len(cases):05d}"
        try:
            line = await asyncio.to_thread(_build_line, plan, case_id, name, client)
        except (ImageError, ImageViewError) as error:
            not_asked(case_id, RequestOutcome("missing", None, f"not asked: {error}"))
            continue
        if len(line) > MAX_BYTES:
            reason = f"not asked: its request has {len(line)} bytes; a batch may have at most {MAX_BYTES}"
            not_asked(case_id, RequestOutcome("missing", None, reason))
            continue
        if size + len(line) > MAX_BYTES:
            break
        file.write(line)
        cases[name] = case_id
        size += len(line)
    file.flush()
    return cases


def _build_line(plan: RunPlan, case_id: str, name: str, client: BatchClient) -> bytes:
    request = build_request(
        [plan.folder / path for path in plan.chosen[case_id].images],
        build_case_prompt(plan, case_id),
        plan.run.image_view,
        plan.endpoint.limits.max_side_px,
        plan.options.max_output_tokens,
        build_examples(plan, case_id),
        plan.options.extra.body,
    )
    return f"{json.dumps(client.build_line(name, request))}\n".encode()
