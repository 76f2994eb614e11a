"""Journals: one file of JSON lines per run. The first line is the manifest, every other line one reply.

The release's answers become journals too, so that every answer in the warehouse took the same road.
"""

import hashlib
import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from core.errors import JournalError
from core.files import atomic_write
from core.records import Model, Refusal, Reply, Run

JOURNAL_VERSION = 1
RELEASE_FOLDER = "tri_bench"
"""Folder of the journals that a build makes from the release; the build owns it."""

_REPLY_STATUSES = ("ok", "api_error", "missing")


@dataclass(frozen=True, slots=True)
class Journal:
    """A run and its replies; of a photograph asked twice the last line counts."""

    run: Run
    is_published: bool
    replies: list[Reply]
    refusals: list[Refusal]


def write_journal(path: Path, run: Run, replies: Iterable[Reply], is_published: bool) -> None:
    """Writes a whole journal at once, unless the file says the same already."""
    manifest = {
        "journal": JOURNAL_VERSION,
        "run_id": run.run_id,
        "model": asdict(run.model),
        "prompt_id": run.prompt_id,
        "prompt": run.prompt,
        "prompt_sha256": prompt_sha256(run.prompt),
        "image_view": run.image_view,
        "source": run.source,
        "started_at": run.started_at,
        "is_published": is_published,
    }
    lines = [manifest, *(_reply_line(reply) for reply in replies)]
    body = "".join(json.dumps(line) + "\n" for line in lines).encode()
    if path.is_file() and path.read_bytes() == body:
        return
    with atomic_write(path) as file:
        file.write(body)


def prompt_sha256(prompt: str) -> str:
    """SHA-256 of a prompt's text in hexadecimal."""
    return hashlib.sha256(prompt.encode()).hexdigest()


def write_release_journals(
    folder: Path,
    models: Iterable[Model],
    prompt: tuple[str, str],
    raw_replies: Mapping[str, Mapping[str, str]],
    source: str,
) -> None:
    """The release's answers as one journal per model; journals of models that are gone from it are removed."""
    target = folder / RELEASE_FOLDER
    written = set()
    for model in models:
        if model.model_id not in raw_replies:
            continue
        run = Run(f"{RELEASE_FOLDER}-{model.model_id}", model, *prompt, image_view="original", source=source)
        replies = (
            Reply(run.run_id, photograph_id, raw or None, "ok" if raw.strip() else "missing")
            for photograph_id, raw in raw_replies[model.model_id].items()
        )
        path = target / f"{model.model_id}.jsonl"
        write_journal(path, run, replies, is_published=True)
        written.add(path)
    for path in set(target.glob("*.jsonl")) - written:
        path.unlink()


def journal_paths(folder: Path) -> list[Path]:
    """Every journal below the runs' folder, the release's first."""
    paths = sorted(folder.rglob("*.jsonl"))
    return sorted(paths, key=lambda path: path.parent.name != RELEASE_FOLDER)


def read_journal(path: Path) -> Journal:
    """A journal; lines that cannot be read are refused one by one, the rest counts.

    Raises:
        JournalError: there is no manifest, or it cannot be read.
    """
    try:
        lines = path.read_text(encoding="utf-8").rstrip("\n").split("\n")
        manifest = json.loads(lines[0])
        run = _run(manifest)
        is_published = manifest.get("is_published", False) is True
    except (OSError, UnicodeDecodeError, IndexError, ValueError, KeyError, TypeError) as error:
        reason = f"the first line is no manifest ({type(error).__name__}: {error})"
        raise JournalError(f"{path.name}: {reason}. See the README, section Runs.") from error
    replies: dict[str, Reply] = {}
    refusals = []
    for number, line in enumerate(lines[1:], start=2):
        try:
            reply = _reply(run.run_id, json.loads(line))
            replies[reply.photograph_id] = reply
        except (ValueError, KeyError, TypeError) as error:
            reason = f"no reply can be read ({type(error).__name__}: {error})"
            refusals.append(Refusal(path.name, f"line {number}", reason))
    return Journal(run, is_published, list(replies.values()), refusals)


def _run(manifest: Mapping[str, Any]) -> Run:
    if manifest["journal"] != JOURNAL_VERSION:
        raise ValueError(f"version {manifest['journal']!r}, this program reads {JOURNAL_VERSION}")
    model = Model(**{name: manifest["model"].get(name) for name in ("model_id", "display_name", "provider", "api_id")},
                  kind=manifest["model"].get("kind", "vlm"))  # fmt: skip
    texts = {name: manifest[name] for name in ("run_id", "prompt_id", "prompt", "image_view", "source")}
    for name, value in {**texts, "model_id": model.model_id, "display_name": model.display_name}.items():
        if not isinstance(value, str) or not value:
            raise ValueError(f"{name} is {value!r}, not a text")
    if model.kind not in ("vlm", "reference", "human"):
        raise ValueError(f"kind {model.kind!r} is unknown")
    return Run(model=model, started_at=manifest.get("started_at"), **texts)


def _reply_line(reply: Reply) -> dict[str, Any]:
    line: dict[str, Any] = {"photograph_id": reply.photograph_id, "reply": reply.raw, "status": reply.status}
    optional = {name: getattr(reply, name) for name in ("error", "latency_s", "input_tokens", "output_tokens")}
    return line | {name: value for name, value in optional.items() if value is not None}


def _reply(run_id: str, line: Mapping[str, Any]) -> Reply:
    raw, status = line["reply"], line.get("status", "ok")
    if not (isinstance(line["photograph_id"], str) and (raw is None or isinstance(raw, str))):
        raise TypeError("photograph_id and reply have to be texts")
    if status not in _REPLY_STATUSES:
        raise ValueError(f"status {status!r} is unknown")
    if raw is not None:
        raw = raw.encode("utf-8", "replace").decode()  # lone surrogates cannot be stored
    return Reply(
        run_id, line["photograph_id"], raw, status, line.get("error"), line.get("latency_s"), line.get("input_tokens"),
        line.get("output_tokens"),
    )  # fmt: skip
