"""Tests that the requests of a batch equal those of a live run, to the last value."""

import asyncio
import json
from datetime import UTC, datetime
from io import BytesIO

import pytest

from core.inference.batches.request_file import open_unnamed_file
from core.inference.clients.batch_client import BatchIntent
from core.inference.clients.connections import connect, connect_batches
from core.inference.clients.providers import resolve_endpoint
from core.inference.request_content import ExampleFiles, build_request
from core.inference.run_plan import build_case_prompt
from core.inference.send_request import ask_case
from core.runs.request_options import RequestOptions
from tests.inference.clients.conftest import KEY, VENDORS, photograph  # noqa: F401 - fixture
from tests.inference.clients.server import answering

OF_STREAMS = {"stream", "stream_options"}
"""What a live request says beside its content."""

BODY = {"openai": "body", "anthropic": "params", "gemini": "request"}


@pytest.mark.slow
@pytest.mark.parametrize("provider", VENDORS)
def test_a_batch_sends_what_a_live_run_sends(plan, server, carried_out, quick, provider):
    """Model, images, prompt and token limit are the same in both; only streaming is not requested."""
    extra = {"temperature": 0.25, "vendor_field": {"max_pixels": 50176}}
    made = plan(provider, limit=1, max_output_tokens=77, extra=RequestOptions(extra))
    carried_out(made)
    (batch,) = server.batches.values()
    case = made.chosen["001_P0"]
    pictures = [made.folder / path for path in case.images]

    async def live(target):
        client = connect(target)
        try:
            return await ask_case(
                client,
                target,
                pictures,
                build_case_prompt(made, "001_P0"),
                "original",
                max_output_tokens=77,
                extra=extra,
            )
        finally:
            await client.close()

    with answering() as other:
        asyncio.run(live(resolve_endpoint(f"{provider}:test", other.url(provider), {provider: KEY}, limits=quick)))
        (asked,) = other.asked
    sent = batch.lines[0][BODY[provider]]
    whole = json.loads(json.dumps(asked.body).replace('"mime_type"', '"mimeType"'))  # Google takes both
    assert sent == {name: value for name, value in whole.items() if name not in OF_STREAMS}


@pytest.mark.parametrize("provider", VENDORS)
def test_examples_come_first(server, quick, photograph, provider):  # noqa: F811
    """Solved examples precede the question as user messages and replies, as in a live run."""
    target = resolve_endpoint(f"{provider}:test", server.url(provider), {provider: KEY})
    client = connect_batches(target)
    shown = (ExampleFiles((photograph,), "And this?", "scalene"),)
    line = client.build_line(
        "a", build_request([photograph], "What is it?", "original", quick.max_side_px, None, shown)
    )
    body = line[BODY[provider]]
    messages = body["contents" if provider == "gemini" else "messages"]
    replier = "model" if provider == "gemini" else "assistant"
    assert [message["role"] for message in messages] == ["user", replier, "user"]
    asyncio.run(client.close())


def test_nobody_else_sees_the_file_of_requests(tmp_path):
    """The file has no name in its folder, so a killed process leaves no photograph behind."""
    with open_unnamed_file(tmp_path / "runs") as file:
        file.write(b"a line")
        assert list((tmp_path / "runs").iterdir()) == []


@pytest.mark.parametrize("provider", VENDORS)
def test_a_whole_file_arrives_however_large(server, quick, provider):
    """Requests with more bytes than a library sends at once arrive complete and in order."""
    names = [f"trilens-0-{number:05d}" for number in range(30)]
    key = "key" if provider == "gemini" else "custom_id"
    rows = [f'{{"{key}": "{name}", "body": "{"x" * 400_000}", "params": {{}}}}\n' for name in names]

    async def submit():
        client = connect_batches(
            resolve_endpoint(f"{provider}:test", server.url(provider), {provider: KEY}, limits=quick)
        )
        try:
            return await client.submit(BytesIO("".join(rows).encode()), BatchIntent("trilens-0", datetime.now(UTC), 30))
        finally:
            await client.close()

    batch = server.batches[asyncio.run(submit())]
    assert batch.names == names
    assert {len(line["body"]) for line in batch.lines} == {400_000}
