"""Real HTTP server on loopback that implements the vendors' batch interfaces and misbehaves on demand."""

import json
import re
import threading
from collections import Counter
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from http.server import BaseHTTPRequestHandler
from urllib.parse import urlsplit

from tests.inference.clients.server import REPLY, sha256
from tests.quiet_server import QuietServer, run_server

ENDED = {"openai": "completed", "anthropic": "ended", "gemini": "BATCH_STATE_SUCCEEDED"}
UNDER_WAY = {"openai": "in_progress", "anthropic": "in_progress", "gemini": "BATCH_STATE_RUNNING"}
ENDLESS_BYTES = 40_000_000


@dataclass
class Batch:
    """A batch as it was sent.

    `lines` are its requests; `is_lost` one that the server has forgotten.
    """

    batch_id: str
    vendor: str
    lines: list[dict]
    mark: str
    headers: dict[str, str]
    created_at: datetime = field(default_factory=lambda: datetime.now(UTC))
    status: str = ""
    is_lost: bool = False

    @property
    def names(self) -> list[str]:
        """Return the names of its requests, in order."""
        return [line.get("custom_id") or line["key"] for line in self.lines]


class BatchServer(QuietServer):
    """Takes batches and ends them at once, unless `is_held`.

    `acts` says in turn how the requests of a batch are answered; `faults` what happens instead, by the kind of a call
    (`upload`, `create`, `list`, `state`, `results`); `ends_as` how a batch ends; `change` what becomes of its lines of
    results. A call that stalls has done its work, and is not answered until the `gate` opens.
    """

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.batches: dict[str, Batch] = {}
        self.files: dict[str, bytes] = {}
        self.uploads: dict[str, str] = {}
        self.acts: list[str] = []
        self.faults: dict[str, list[str]] = {}
        self.calls: Counter[str] = Counter()
        self.is_held = False
        self.has_batches = True
        self.ends_as: dict[str, str] = {}
        self.results_at = ""
        self.change: Callable[[list[str]], list[str]] = lambda lines: lines
        self.gate = threading.Event()
        self.lock = threading.Lock()

    @property
    def root(self) -> str:
        """Return the address for Gemini and Anthropic."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def url(self, provider: str) -> str:
        """Return the base URL of a provider of this name."""
        return self.root if provider in ("gemini", "anthropic") else f"{self.root}/v1"

    def asked(self) -> Counter[str]:
        """Return how often each image was asked about, over all batches."""
        return Counter(_picture(line) for batch in self.batches.values() for line in batch.lines)

    def sizes(self) -> list[int]:
        """Return the requests of each batch."""
        return [len(batch.lines) for batch in self.batches.values()]

    def took(self, vendor: str, lines: bytes, mark: str, headers: dict[str, str]) -> Batch:
        """Create a batch."""
        with self.lock:
            prefix = "batches/" if vendor == "gemini" else "batch_"
            requests = [json.loads(line) for line in lines.splitlines() if line.strip()]
            batch = Batch(f"{prefix}{len(self.batches) + 1}", vendor, requests, mark, headers)
            self.batches[batch.batch_id] = batch
            return batch

    def results(self, batch: Batch) -> bytes:
        """Return its results, not in the order of the requests; the acts follow the order of the requests."""
        rows = []
        for number, name in enumerate(batch.names):
            act = self.acts[number] if number < len(self.acts) else "ok"
            if act != "absent":
                rows.append(json.dumps(_ROWS[batch.vendor](name, act, _key(batch.headers))))
        return "\n".join(self.change(rows[::-1])).encode() + b"\n"


class _Handler(BaseHTTPRequestHandler):
    server: BatchServer
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0)) or b""
        if self.headers.get("Transfer-Encoding") == "chunked":
            body = self._chunks()
        path, server = urlsplit(self.path).path, self.server
        headers = {name.lower(): value for name, value in self.headers.items()}
        if path.startswith(("/v1/files", "/upload/")):
            self._answer("upload", lambda: self._upload(path, body, headers))
        elif path == "/v1/batches":
            sent = json.loads(body)
            file = server.files[sent["input_file_id"]]
            self._answer(
                "create", lambda: _openai(server.took("openai", file, sent["metadata"]["trilens"], headers), server)
            )
        elif path == "/v1/messages/batches":
            lines = "\n".join(json.dumps(one) for one in json.loads(body)["requests"]).encode()
            self._answer("create", lambda: _anthropic(server.took("anthropic", lines, "", headers), server))
        else:
            sent = json.loads(body)["batch"]
            file = server.files[sent["inputConfig"]["fileName"]]
            self._answer("create", lambda: _gemini(server.took("gemini", file, sent["displayName"], headers), server))

    def do_GET(self) -> None:
        path, server = urlsplit(self.path).path, self.server
        if path.endswith(("/content", "/results", ":download")):
            self._answer("results", lambda: server.results(server.batches[_id_in(path)]))
        elif path in ("/v1/batches", "/v1/messages/batches", "/v1beta/batches"):
            vendor = {"/v1/batches": "openai", "/v1/messages/batches": "anthropic"}.get(path, "gemini")
            shown = [_STATES[vendor](batch, server) for batch in reversed(server.batches.values())]
            page = {"object": "list", "data": shown, "has_more": False, "first_id": None, "last_id": None}
            self._answer("list", lambda: {"operations": shown} if vendor == "gemini" else page)
        else:
            batch = server.batches.get(_id_in(path))
            if batch is None or batch.is_lost:
                self.server.calls["state"] += 1
                self._send(404, json.dumps({"error": {"message": "no such batch", "code": 404}}).encode())
                return
            self._answer("state", lambda: _STATES[batch.vendor](batch, server))

    def _upload(self, path: str, body: bytes, headers: dict[str, str]) -> dict | None:
        server = self.server
        if path == "/v1/files":
            (lines,) = re.findall(rb'name="file"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*)\r\n--', body, re.DOTALL)
            name = f"file-{len(server.files) + 1}"
            server.files[name] = re.split(rb"\r\n--[0-9a-f]{16,}", lines)[0]
            return {
                "id": name,
                "object": "file",
                "bytes": len(lines),
                "created_at": 1,
                "filename": "x",
                "purpose": "batch",
            }
        if headers.get("x-goog-upload-command") == "start":
            self._send(200, b"{}", {"X-Goog-Upload-URL": f"{server.root}/upload/session/{len(server.files) + 1}"})
            return None
        name = f"files/{path.rpartition('/')[2]}"
        server.files[name] = server.files.get(name, b"") + body
        is_last = "finalize" in headers["x-goog-upload-command"]
        self._send(200, json.dumps({"file": {"name": name}}).encode(),
                   {"X-Goog-Upload-Status": "final" if is_last else "active"})  # fmt: skip
        return None

    def _chunks(self) -> bytes:
        body = b""
        while size := int(self.rfile.readline(), 16):
            body += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return body

    def _answer(self, kind: str, make: Callable[[], dict | bytes | None]) -> None:
        """Answer a call, or do what its fault says: `lost` does the work and drops the connection."""
        server = self.server
        with server.lock:
            server.calls[kind] += 1
            faults = server.faults.get(kind, [])
            fault = faults.pop(0) if faults else ""
        if fault == "stall":
            make()
            server.gate.wait(60)
            self.close_connection = True
        elif not server.has_batches:
            self._send(404, b'{"detail": "Not Found"}')
        elif fault == "lost":
            make()
            self.close_connection = True
            self.connection.close()
        elif fault == "endless":
            self._send_endless()
        elif fault == "html":
            self._send(200, b"<html><script>alert(1)</script></html>", {"Content-Type": "text/html"})
        elif fault == "zipped":
            self._send(200, b"zip", {"Content-Encoding": "gzip"})
        elif fault == "redirect":
            self._send(307, b"", {"Location": f"{server.root}/elsewhere"})
        elif fault:
            message = {"error": {"message": f"{fault} for key {_key(self.headers)}", "code": int(fault)}}
            self._send(int(fault), json.dumps(message).encode(), {"Retry-After": "0"})
        elif (made := make()) is not None:
            self._send(200, made if isinstance(made, bytes) else json.dumps(made).encode())

    def _send(self, status: int, body: bytes, more: dict[str, str] | None = None) -> None:
        self.send_response(status)
        headers = {"Content-Type": "application/json", "Content-Length": str(len(body))} | (more or {})
        for name, value in headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)

    def _send_endless(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(ENDLESS_BYTES))
        self.end_headers()
        try:
            for _ in range(ENDLESS_BYTES // 65_536):
                self.wfile.write(b" " * 65_536)
        except OSError:
            self.close_connection = True

    def log_message(self, *_: object) -> None:
        pass


def _id_in(path: str) -> str:
    """Return the id of a batch from the path of its state or its results."""
    (number,) = re.findall(r"(?:batch_|batches/|results-)(\w+?)(?:/results|/content|:download)?$", path) or ["none"]
    return f"batches/{number}" if "/v1beta/" in path else f"batch_{number.removeprefix('batch_')}"


def _key(headers: object) -> str:
    values = {name.lower(): value for name, value in dict(headers).items()}
    found = values.get("x-api-key") or values.get("x-goog-api-key") or values.get("authorization", "")
    return found.removeprefix("Bearer ")


def _picture(line: dict) -> str:
    """Return the identity of a request's image."""
    return sha256(re.findall(r'(?:base64,|"data": ")([^"]+)"', json.dumps(line))[-1].encode())


def _status(batch: Batch, server: BatchServer) -> str:
    if server.is_held:
        return UNDER_WAY[batch.vendor]
    return batch.status or server.ends_as.get(batch.vendor, ENDED[batch.vendor])


def _openai(batch: Batch, server: BatchServer) -> dict:
    status = _status(batch, server)
    number, done = len(batch.lines), 0 if server.is_held else len(batch.lines)
    errors = {"data": [{"message": "the file is not valid", "code": "invalid"}], "object": "list"}
    return {
        "id": batch.batch_id, "object": "batch", "endpoint": "/v1/chat/completions", "completion_window": "24h",
        "created_at": int(batch.created_at.timestamp()), "input_file_id": "file-1", "status": status,
        "metadata": {"trilens": batch.mark}, "errors": errors if status == "failed" else None,
        "output_file_id": f"results-{batch.batch_id}" if status not in ("in_progress", "failed") else None,
        "request_counts": {"total": number, "completed": done, "failed": 0},
    }  # fmt: skip


def _anthropic(batch: Batch, server: BatchServer) -> dict:
    status, number = _status(batch, server), len(batch.lines)
    counts = {"processing": number if server.is_held else 0, "succeeded": 0 if server.is_held else number}
    place = server.results_at or server.root
    return {
        "id": batch.batch_id, "type": "message_batch", "processing_status": status,
        "request_counts": counts | {"errored": 0, "canceled": 0, "expired": 0},
        "created_at": batch.created_at.isoformat(), "expires_at": batch.created_at.isoformat(), "ended_at": None,
        "results_url": f"{place}/v1/messages/batches/{batch.batch_id}/results" if status == "ended" else None,
    }  # fmt: skip


def _gemini(batch: Batch, server: BatchServer) -> dict:
    status = _status(batch, server)
    output = {"responsesFile": f"files/results-{batch.batch_id.removeprefix('batches/')}"}
    about = {"state": status, "displayName": batch.mark, "model": "models/test"}
    return {"name": batch.batch_id, "metadata": about | ({"output": output} if status == ENDED["gemini"] else {})}


_STATES = {"openai": _openai, "anthropic": _anthropic, "gemini": _gemini}
TEXTS = {"cut": REPLY[:70], "refusal": "I cannot help with this.", "empty": "", "filter": None}


def _openai_row(name: str, act: str, key: str) -> dict:
    if act in ("error", "expired"):
        error = {"code": "batch_expired" if act == "expired" else "server_error", "message": f"{act}, {key}"}
        return {"id": "r", "custom_id": name, "response": None, "error": error}
    if act == "400":
        body = {"error": {"message": f"no such picture, {key}"}}
        return {"id": "r", "custom_id": name, "response": {"status_code": 400, "body": body}, "error": None}
    text = key + REPLY if act == "echo_key" else TEXTS.get(act, REPLY)
    message = {"role": "assistant", "content": None if act == "refusal" else text,
               "refusal": text if act == "refusal" else None}  # fmt: skip
    finish = {"cut": "length", "filter": "content_filter"}.get(act, "stop")
    body = {"id": "c", "object": "chat.completion", "created": 1, "model": "test-2026",
            "choices": [{"index": 0, "message": message, "finish_reason": finish}],
            "usage": {"prompt_tokens": 1000, "completion_tokens": 100, "total_tokens": 1100}}  # fmt: skip
    return {
        "id": "r",
        "custom_id": name,
        "response": {"status_code": 200, "request_id": "1", "body": body},
        "error": None,
    }


def _anthropic_row(name: str, act: str, key: str) -> dict:
    if act in ("error", "400"):
        error = {"type": "error", "error": {"type": "invalid_request_error", "message": f"no such picture, {key}"}}
        return {"custom_id": name, "result": {"type": "errored", "error": error}}
    if act == "expired":
        return {"custom_id": name, "result": {"type": "expired"}}
    text = key + REPLY if act == "echo_key" else TEXTS.get(act, REPLY)
    stop = {"cut": "max_tokens", "refusal": "refusal", "filter": "refusal"}.get(act, "end_turn")
    message = {"id": "m", "type": "message", "role": "assistant", "model": "test-2026", "stop_reason": stop,
               "content": [{"type": "text", "text": text}] if text else [],
               "usage": {"input_tokens": 1000, "output_tokens": 100}}  # fmt: skip
    return {"custom_id": name, "result": {"type": "succeeded", "message": message}}


def _gemini_row(name: str, act: str, key: str) -> dict:
    if act in ("error", "400", "expired"):
        return {"key": name, "error": {"code": 3, "message": f"no such picture, {key}"}}
    usage = {"promptTokenCount": 1000, "candidatesTokenCount": 60, "thoughtsTokenCount": 40}
    about = {"usageMetadata": usage, "modelVersion": "test-2026"}
    if act == "refusal":
        return {"key": name, "response": {"promptFeedback": {"blockReason": "SAFETY"}} | about}
    text = key + REPLY if act == "echo_key" else TEXTS.get(act, REPLY)
    parts = [{"text": "Hm.", "thought": True}, *([{"text": text}] if text else [])]
    finish = {"cut": "MAX_TOKENS", "filter": "SAFETY"}.get(act, "STOP")
    return {"key": name, "response": {"candidates": [{"content": {"parts": parts}, "finishReason": finish}]} | about}


_ROWS = {"openai": _openai_row, "anthropic": _anthropic_row, "gemini": _gemini_row}


def taking_batches() -> AbstractContextManager[BatchServer]:
    """Run a server for the duration of the block."""
    return run_server(BatchServer())
