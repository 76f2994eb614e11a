"""Real HTTP server on loopback that implements the vendors' streaming protocols and misbehaves on demand."""

import gzip
import hashlib
import json
import re
import threading
import time
from base64 import b64decode
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import cache
from http.server import BaseHTTPRequestHandler

from tests.quiet_server import QuietServer, run_server

REPLY = json.dumps(
    {"side_type": "scalene", "angle_type": "acute", "ab_over_ac": 1.25, "abs_b_minus_c_deg": 12.5,
     "max_over_min_side": 1.5, "angle_range_deg": 40.0}
)  # fmt: skip
SCRIPT = f"<script>alert(1)</script>![x](http://beacon.example/x.png) {REPLY}"
HUGE = "Let me think. " * 150_000 + REPLY

ODD_MODEL = "odd\nmodel\u202e" + "x" * 300

TEN_MEGABYTES = "Let me think. " * 750_000

TEXTS = {
    "script": SCRIPT,
    "huge": HUGE,
    "ten_megabytes": TEN_MEGABYTES,
    "empty": "",
    "tools": "",
    "only_reasoning": "",
    "only_reasoning_renamed": "",
    "cut": REPLY[:70],
    "refusal": "I cannot help with this.",
}
STATUSES = {"400": 400, "401": 401, "404": 404, "408": 408, "409": 409, "429": 429, "429_date": 429, "429_body": 429,
            "500": 500, "503": 503, "529": 529, "redirect": 307, "no_credit": 429, "quote_key": 400}  # fmt: skip
FAULTS = ("429", "500", "stall", "close", "broken", "stream_error")
"""Faults that another attempt gets over."""

ODD_PLACES = {
    "openai": r'("content": )"[^"]+(?:\\\\"[^"]*)*"',
    "anthropic": r'("stop_reason": )"end_turn"',
    "gemini": r'("candidatesTokenCount": )60',
}
"""Where a value of another type comes than the API has; what stands before it is the first group."""

NO_STREAMS = {
    "json": ("application/json", json.dumps({"choices": [{"message": {"content": REPLY}}]})),
    "html": ("text/html; charset=utf-8", "<html><title>Welcome</title><script>alert(1)</script></html>"),
}
"""Content type and body of what is no stream of events."""

ENDLESS_BYTES = 48_000_000
"""What has no end stops here, so that a client that reads on only fails its test."""

ENDLESS = {
    "endless_error": (500, b'{"error": "', b"x" * 65_536),
    "endless_line": (200, b"data: ", b"x" * 65_536),
    "endless_event": (200, b"", b"data: x\n" * 8_192),
    "endless_comments": (200, b"", b": please wait a moment longer\n\n" * 2_048),
}
"""Status, beginning and what follows again and again."""


@dataclass(frozen=True)
class Asked:
    """One received request."""

    vendor: str
    image: bytes
    prompt: str
    headers: dict[str, str]
    body: dict
    path: str = ""

    @property
    def image_sha256(self) -> str:
        """Return the identity of the image."""
        return sha256(self.image)


def sha256(body: bytes) -> str:
    """Return a checksum that distinguishes images."""
    return hashlib.sha256(body).hexdigest()


class Server(QuietServer):
    """Answers every question; `acts` says in turn what it does instead, `fault_share` how often it fails by itself.

    Where there is a `gate`, each event of a reply waits until it is let through. `cut_bytes` is the size of the chunks
    that an event arrives in; 0 sends it whole. `reply_to` gives the text of a reply.
    `on_asked` is told the number of each request before it is answered.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.acts: list[str] = []
        self.fault_share = 0.0
        self.delay_s = 0.0
        self.gate: threading.Semaphore | None = None
        self.piece_characters = 8
        self.cut_bytes = 0
        self.asked: list[Asked] = []
        self.disconnects = 0
        self.sent_bytes = 0
        self.reply_to: Callable[[Asked], str] = lambda _: REPLY
        self.on_asked: Callable[[int], None] = lambda _: None
        self.lock = threading.Lock()

    @property
    def root(self) -> str:
        """Return the address for Gemini and Anthropic."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def url(self, provider: str) -> str:
        """Return the base URL of a provider of this name."""
        return self.root if provider in ("gemini", "anthropic") else f"{self.root}/v1"

    def times_asked(self) -> Counter[str]:
        """Return the requests by image."""
        with self.lock:
            return Counter(asked.image_sha256 for asked in self.asked)

    def act_for(self, asked: Asked) -> str:
        """Return the act for a request; faults hit the same attempts at the same images every time."""
        with self.lock:
            self.asked.append(asked)
            self.on_asked(len(self.asked))
            if self.acts:
                return self.acts.pop(0)
            attempt = sum(other.image == asked.image for other in self.asked)
        number = int(sha256(f"{asked.image_sha256}{attempt}".encode())[:8], 16)
        return FAULTS[number % len(FAULTS)] if (number // 64) % 1000 < 1000 * self.fault_share else "ok"


class _Handler(BaseHTTPRequestHandler):
    server: Server
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        headers = {name.lower(): value for name, value in self.headers.items()}
        is_gemini = "enerateContent" in self.path
        vendor = "anthropic" if self.path.endswith("/messages") else "gemini" if is_gemini else "openai"
        asked = Asked(vendor, *_content(vendor, body), headers, body, self.path)
        act = self.server.act_for(asked)
        time.sleep(self.server.delay_s)
        try:
            if act in STATUSES:
                self._send_error(act, asked)
            elif act in NO_STREAMS:
                self._send_whole(*NO_STREAMS[act])
            elif act.removesuffix("_zipped") in ENDLESS:
                self._send_endless(act)
            elif not (body.get("stream") or ":stream" in self.path):
                text = "" if act == "only_reasoning" else TEXTS.get(act, REPLY)
                self._send_whole("application/json", json.dumps(_WHOLE[vendor](text, act)))
            else:
                self._stream(vendor, act, asked)
        except OSError:
            self.server.disconnects += 1
            self.close_connection = True

    def _send_error(self, act: str, asked: Asked) -> None:
        error = {"message": f"{act} for key {_key(asked)}", "code": STATUSES[act], "status": "UNHAPPY"}
        if act == "quote_key":
            error["message"] = f"the key {_key(asked)[5:18]}*** is odd"
        if act == "no_credit":
            error["code"] = error["type"] = "insufficient_quota"
        if act == "429_body":
            error["details"] = [{"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": "0.25s"}]
        body = json.dumps({"type": "error", "error": error}).encode()
        self.send_response(STATUSES[act])
        if act == "429":
            self.send_header("Retry-After", "0")
        if act == "429_date":
            self.send_header("Retry-After", "Wed, 21 Oct 2015 07:28:00 GMT")
        if act == "redirect":
            self.send_header("Location", f"{self.server.root}/elsewhere{self.path}")
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _send_whole(self, kind: str, text: str) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(text.encode())))
        self.end_headers()
        self.wfile.write(text.encode())

    def _send_endless(self, act: str) -> None:
        """Send without end; compressed, the same in a thousandth of the bytes."""
        status, beginning, more = ENDLESS[act.removesuffix("_zipped")]
        pieces = [beginning, *[more] * (ENDLESS_BYTES // len(more))]
        self.send_response(status)
        self.send_header("Content-Type", "text/event-stream" if status == 200 else "application/json")
        if act.endswith("_zipped"):
            pieces = [_zipped(act.removesuffix("_zipped"))]
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for piece in pieces:
            self._send_piece(piece)
        self._send_chunk("", is_last=True)

    def _send_piece(self, piece: bytes) -> None:
        if piece:
            self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
            self.server.sent_bytes += len(piece)

    def _stream(self, vendor: str, act: str, asked: Asked) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        text = _key(asked) + REPLY if act == "echo_key" else TEXTS[act] if act in TEXTS else self.server.reply_to(asked)
        size = 1 if act == "echo_key" else max(self.server.piece_characters, len(text) // 500)
        pieces = [text[start : start + size] for start in range(0, len(text), size)]
        for number, event in enumerate(_EVENTS[vendor](pieces, act)):
            if act == "odd":
                event = event.replace("test-2026", json.dumps(_key(asked) + ODD_MODEL)[1:-1]).replace(": 100", ": -5")
            if act == "invalid_utf8":
                event = event.replace("side", "si\udcffde")  # a byte that is no UTF-8
            if act == "odd_types":
                event = re.sub(ODD_PLACES[vendor], r"\1[1]", event)
            if act in (*FAULTS, "stream_400") and number == 3:
                self._misbehave(vendor, act)
                return
            if self.server.gate is not None:
                self.server.gate.acquire()
            self._send_chunk(event)
        self._send_chunk("", is_last=True)

    def _misbehave(self, vendor: str, act: str) -> None:
        if act == "close":
            self.connection.close()
            raise OSError("closed on purpose")
        if act == "broken":
            self._send_chunk('event: content_block_delta\ndata: {"choices": [{"delta": \n\n')
            self._send_chunk("", is_last=True)
        elif act.startswith("stream"):
            error = {"type": "overloaded_error", "message": "too many guests", "code": 503}
            if act == "stream_400":
                error = {"type": "invalid_request_error", "message": "no such picture", "code": 400}
            name = "" if vendor == "gemini" else "event: error\n"
            self._send_chunk(f"{name}data: {json.dumps({'error': error})}\n\n")
            self._send_chunk("", is_last=True)
        else:
            for _ in range(600):  # says nothing more, but keeps the line
                time.sleep(0.05)
                self._send_chunk("")

    def _send_chunk(self, text: str, *, is_last: bool = False) -> None:
        body = text.encode("utf-8", "surrogateescape")
        if body or is_last:
            size = self.server.cut_bytes or len(body) or 1
            for piece in [body[start : start + size] for start in range(0, len(body), size)] + [b""] * is_last:
                self.wfile.write(f"{len(piece):x}\r\n".encode() + piece + b"\r\n")
                self.wfile.flush()
        elif self._is_gone():
            raise OSError("the client has gone")

    def _is_gone(self) -> bool:
        self.connection.setblocking(False)
        try:
            return self.connection.recv(1) == b""
        except BlockingIOError:
            return False
        finally:
            self.connection.setblocking(True)

    def log_message(self, *_: object) -> None:
        pass


@cache
def _zipped(act: str) -> bytes:
    _, beginning, more = ENDLESS[act]
    return gzip.compress(beginning + more * (ENDLESS_BYTES // len(more)), 1)


def _key(asked: Asked) -> str:
    headers = asked.headers
    found = headers.get("x-api-key") or headers.get("x-goog-api-key") or headers.get("authorization", "")
    return found.removeprefix("Bearer ")


def _content(vendor: str, body: dict) -> tuple[bytes, str]:
    """Return the image and the prompt; the image is empty for a question without one."""
    *pictures, text = body["contents"][-1]["parts"] if vendor == "gemini" else body["messages"][-1]["content"]
    if not pictures:
        return b"", text["text"]
    picture = pictures[0]
    if vendor == "gemini":
        data = picture["inlineData"]["data"]
        return b64decode(data.replace("-", "+").replace("_", "/")), text["text"]
    if vendor == "anthropic":
        return b64decode(picture["source"]["data"]), text["text"]
    return b64decode(re.sub("^data:image/jpeg;base64,", "", picture["image_url"]["url"])), text["text"]


def _openai_events(pieces: list[str], act: str) -> Iterator[str]:
    def event(choices: list[dict], **more: object) -> str:
        chunk = {"id": "1", "object": "chat.completion.chunk", "created": 1, "model": "test-2026", "choices": choices}
        return f"data: {json.dumps(chunk | more)}\n\n"

    name = "refusal" if act == "refusal" else "content"
    yield event([{"index": 0, "delta": {"role": "assistant", "content": ""}, "finish_reason": None}])
    for piece in [] if act == "filter" else pieces:
        yield event([{"index": 0, "delta": {name: piece}, "finish_reason": None}])
    finish = {"cut": "length", "filter": "content_filter", "tools": "tool_calls"}.get(act, "stop")
    finish = "something_new" if act == "unusual" else act.removeprefix("finish:") if act[:7] == "finish:" else finish
    if act.startswith("only_reasoning"):
        field = "reasoning" if act.endswith("renamed") else "reasoning_content"
        yield event([{"index": 0, "delta": {field: "The answer is scalene."}, "finish_reason": None}])
    if act == "without_delta":  # as Azure ends a stream whose content is filtered asynchronously
        filters = {"content_filter_results": {"hate": {"filtered": False, "severity": "safe"}}}
        yield event([{"index": 0, "finish_reason": None, **filters}])
        yield event([{"index": 0, "finish_reason": finish, **filters}])
    else:
        yield event([{"index": 0, "delta": {}, "finish_reason": finish}])
    yield event([], usage={"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100})
    yield "data: [DONE]\n\n"


def _anthropic_events(pieces: list[str], act: str) -> Iterator[str]:
    def event(kind: str, **values: object) -> str:
        return f"event: {kind}\ndata: {json.dumps({'type': kind} | values)}\n\n"

    stop = {"cut": "max_tokens", "refusal": "refusal", "filter": "refusal", "tools": "tool_use"}.get(act, "end_turn")
    stop = "something_new" if act == "unusual" else act.removeprefix("finish:") if act[:7] == "finish:" else stop
    yield event(
        "message_start",
        message={"id": "1", "type": "message", "role": "assistant", "content": [], "model": "test-2026",
                 "stop_reason": None, "stop_sequence": None, "usage": {"input_tokens": 1000, "output_tokens": 1}},
    )  # fmt: skip
    if act == "only_reasoning":
        yield event("content_block_start", index=0, content_block={"type": "thinking", "thinking": "", "signature": ""})
        yield event(
            "content_block_delta", index=0, delta={"type": "thinking_delta", "thinking": "The answer is scalene."}
        )
        yield event("content_block_stop", index=0)
    yield event("content_block_start", index=0, content_block={"type": "text", "text": ""})
    for piece in pieces:
        yield event("content_block_delta", index=0, delta={"type": "text_delta", "text": piece})
    yield event("content_block_stop", index=0)
    yield event("message_delta", delta={"stop_reason": stop, "stop_sequence": None}, usage={"output_tokens": 100})
    yield event("message_stop")


def _gemini_events(pieces: list[str], act: str) -> Iterator[str]:
    def event(**values: object) -> str:
        usage = {"promptTokenCount": 1000, "candidatesTokenCount": 60, "thoughtsTokenCount": 40}
        return f"data: {json.dumps(values | {'usageMetadata': usage, 'modelVersion': 'test-2026'})}\r\n\r\n"

    if act == "refusal":  # Gemini has no refusals of its own: the prompt is blocked
        yield event(promptFeedback={"blockReason": "SAFETY"})
        return
    yield event(candidates=[{"content": {"role": "model", "parts": [{"text": "Hm.", "thought": True}]}}])
    for piece in [] if act == "filter" else pieces:
        yield event(candidates=[{"content": {"role": "model", "parts": [{"text": piece}]}, "index": 0}])
    finish = {"cut": "MAX_TOKENS", "filter": "SAFETY", "tools": "FUNCTION_CALL"}.get(act, "STOP")
    finish = "SOMETHING_NEW" if act == "unusual" else act.removeprefix("finish:") if act[:7] == "finish:" else finish
    yield event(candidates=[{"content": {"role": "model", "parts": []}, "finishReason": finish, "index": 0}])


def _openai_whole(text: str, act: str) -> dict:
    message = {"role": "assistant", "content": text or None}
    if act == "only_reasoning":
        message["reasoning_content"] = "The answer is scalene."
    finish = act.removeprefix("finish:") if act.startswith("finish:") else "length" if act == "cut" else "stop"
    return {
        "id": "1", "object": "chat.completion", "created": 1, "model": "test-2026",
        "choices": [{"index": 0, "message": message, "finish_reason": finish}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100},
    }  # fmt: skip


def _anthropic_whole(text: str, act: str) -> dict:
    content = [{"type": "thinking", "thinking": "The answer is scalene.", "signature": ""}]
    content = content if act == "only_reasoning" else [{"type": "text", "text": text}]
    stop = act.removeprefix("finish:") if act.startswith("finish:") else "max_tokens" if act == "cut" else "end_turn"
    return {"id": "1", "type": "message", "role": "assistant", "content": content, "model": "test-2026",
            "stop_reason": stop, "stop_sequence": None,
            "usage": {"input_tokens": 1000, "output_tokens": 100}}  # fmt: skip


def _gemini_whole(text: str, act: str) -> dict:
    parts = [{"text": "The answer is scalene.", "thought": True}, *([{"text": text}] if text else [])]
    finish = act.removeprefix("finish:") if act.startswith("finish:") else "MAX_TOKENS" if act == "cut" else "STOP"
    return {"candidates": [{"content": {"role": "model", "parts": parts}, "finishReason": finish, "index": 0}],
            "usageMetadata": {"promptTokenCount": 1000, "candidatesTokenCount": 60, "thoughtsTokenCount": 40},
            "modelVersion": "test-2026"}  # fmt: skip


_WHOLE = {"openai": _openai_whole, "anthropic": _anthropic_whole, "gemini": _gemini_whole}
_EVENTS = {"openai": _openai_events, "anthropic": _anthropic_events, "gemini": _gemini_events}


def answering() -> AbstractContextManager[Server]:
    """Run a server for the duration of the block."""
    return run_server(Server())
