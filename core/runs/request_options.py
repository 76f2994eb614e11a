"""Further fields of a run's requests from `run --extra FILE`: reading, validation and naming.

They are sent under the vendor's names, stored in the run's settings as one JSON text, and part of the run's id.
"""

import hashlib
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from core.errors import RequestOptionsError
from core.factors import ADAPTIVE_SETTING
from core.formatting import to_single_line
from core.key_redaction import redact_all_keys

SETTING = "request_options"
"""Key of the JSON text among a run's settings."""

SEED = "seed"
"""Option that fixes the randomness of sampling."""

STREAM = "stream"
"""Option that switches streaming off; clients read it, while the other options go into the body."""

MAX_BYTES = 64_000
MAX_SLUG_CHARACTERS = 40
DIGEST_CHARACTERS = 6
MIN_DIGEST_LIMIT = 12

RESERVED = {
    "model": "use --model",
    "messages": "use --prompt, --image-view and --examples",
    "contents": "use --prompt, --image-view and --examples",
    "prompt": "use --prompt",
    "input": "use --prompt",
    "n": "use --repeat for further passes",
    "candidate_count": "use --repeat for further passes",
    "best_of": "use --repeat for further passes",
    "stream_options": "streams always report their tokens",
    "base_url": "use --base-url",
    "extra_body": "write its fields at the top level",
    "extra_headers": "headers cannot be set",
    "headers": "headers cannot be set",
}
"""Fields that other options of the command set, and their replacements; snake case also covers camel case."""

OPTION_NAMES = (
    "temperature", "top_p", "top_k", "seed", "n", "max_tokens", "max_completion_tokens", "max_output_tokens",
    "maxOutputTokens", "topP", "topK", "frequency_penalty", "presence_penalty", "stop", "reasoning_effort", "reasoning",
    "thinking", "verbosity", "response_format", "thinkingConfig", "systemInstruction",
)  # fmt: skip
"""Vendors' names of request options, also used in the settings of other programs' logs."""

_DESIGN_SETTINGS = (ADAPTIVE_SETTING, "examples", "examples_sha256", "frames", "max_side_px")
"""Settings of a run beside the request options that change what is sent."""

TOKEN_LIMITS = ("max_tokens", "max_completion_tokens", "max_output_tokens")

_SECRETS = re.compile(r"(^|_)(key|keys|authorization|secret|password|passwd|credentials?|bearer|token)$|apikey")
_CONFIG = "generation_config"


@dataclass(frozen=True, slots=True)
class RequestOptions:
    """Further fields of each request's body, and whether replies are streamed."""

    body: Mapping[str, Any] = field(default_factory=dict)
    is_streaming: bool = True

    @property
    def text(self) -> str:
        """The options as canonical JSON; empty if there are none."""
        values = dict(self.body) | ({} if self.is_streaming else {STREAM: False})
        return json.dumps(values, sort_keys=True, separators=(",", ":")) if values else ""

    @property
    def slug(self) -> str:
        """The options in a few characters for a run's id, as in `temperature-0.7-seed-1`; empty if there are none."""
        return self.shorten_slug(MAX_SLUG_CHARACTERS)

    def shorten_slug(self, limit: int) -> str:
        """Return the options as part of an id; longer ones end in a digest, so that ids that are cut stay different.

        Args:
            limit: maximum number of characters; with fewer than 12, only the first ones are returned.
        """
        words = self._write_words()
        if len(words) <= limit or limit < MIN_DIGEST_LIMIT:
            return words[: max(limit, 0)].strip("-.")
        digest = hashlib.sha256(self.text.encode()).hexdigest()[:DIGEST_CHARACTERS]
        return f"{words[: limit - DIGEST_CHARACTERS - 1].strip('-.')}-{digest}"

    def cut_slug(self, limit: int) -> str:
        """Return the options as runs before 0.1 have them in their ids: cut, without a digest."""
        return self._write_words()[:MAX_SLUG_CHARACTERS].strip("-.")[: max(limit, 0)].strip("-.")

    def _write_words(self) -> str:
        parts = json.loads(self.text) if self.text else {}
        words = (f"{name}-{value if isinstance(value, str) else json.dumps(value)}" for name, value in parts.items())
        return re.sub(r"[^A-Za-z0-9.]+", "-", "-".join(words))

    @property
    def max_output_tokens(self) -> int | None:
        """The limit of output tokens in the options; None without one."""
        found = [value for name, value in _iterate_fields(self.body) if name in TOKEN_LIMITS and type(value) is int]
        return max(found, default=None)

    @property
    def has_seed(self) -> bool:
        """True if the options fix the seed of sampling."""
        return any(name == SEED for name, _ in _iterate_fields(self.body))


NO_OPTIONS = RequestOptions()


def read_request_options(path: Path) -> RequestOptions:
    """Read the options in a file.

    Raises:
        RequestOptionsError: the file cannot be read, is not a JSON object, or has a field that cannot be sent.
    """
    try:
        body = path.read_bytes()
    except OSError as error:
        raise RequestOptionsError(f"--extra {path} cannot be read: {error.strerror}.") from error
    if len(body) > MAX_BYTES:
        raise RequestOptionsError(f"--extra {path} has {len(body):,} bytes; at most {MAX_BYTES:,} are allowed.")
    try:
        values = json.loads(
            body.decode("utf-8-sig"), parse_constant=_refuse_constant, object_pairs_hook=_refuse_repeated_fields
        )
    except (ValueError, RecursionError) as error:
        raise RequestOptionsError(
            f"--extra {path} is not valid JSON ({to_single_line(error)}). Write a JSON object, as in "
            '{"temperature": 0, "seed": 1}.'
        ) from error
    if not isinstance(values, dict):
        raise RequestOptionsError(
            f'--extra {path} is not a JSON object but a {type(values).__name__}. Write {{"temperature": 0}}.'
        )
    return check_request_options(values, str(path))


def check_request_options(values: Mapping[str, Any], source: str) -> RequestOptions:
    """Validate values as options; `source` is named in errors.

    Raises:
        RequestOptionsError: a field is reserved, may be a secret, or has an impossible value.
    """
    is_streaming = values.get(STREAM, True)
    if not isinstance(is_streaming, bool):
        raise RequestOptionsError(f"--extra {source}, field stream: write true or false.")
    for name, _ in _iterate_fields(values):
        if name in RESERVED:
            raise RequestOptionsError(f"--extra {source}, field {name}: it cannot be set here; {RESERVED[name]}.")
    for name in ("generationConfig", _CONFIG):
        if not isinstance(values.get(name, {}), dict):
            raise RequestOptionsError(f"--extra {source}, field {name}: write an object.")
    for name, value in _iterate_nested_fields(values):
        is_key = isinstance(value, str) and redact_all_keys(value, None) != value
        if is_key or (_SECRETS.search(to_snake_case(name)) and isinstance(value, str)):
            raise RequestOptionsError(
                f"--extra {source}, field {to_single_line(name)[:60]}: it looks like a secret, and options are saved "
                "in the journal. Set keys in the environment."
            )
    return RequestOptions({name: value for name, value in values.items() if name != STREAM}, is_streaming)


def format_options(settings: Mapping[str, object], names: Iterable[str]) -> str | None:
    """Return the request options among a run's settings as JSON; None if there are none.

    Args:
        settings: settings of the run.
        names: names of further settings that count as options, as in imported logs.
    """
    own = settings.get(SETTING)
    try:
        values = json.loads(own) if isinstance(own, str) else {}
    except ValueError:
        values = {SETTING: own}
    values |= {name: settings[name] for name in names if settings.get(name) is not None}
    return json.dumps(values, sort_keys=True, ensure_ascii=False) if values else None


def format_design(settings: Mapping[str, object]) -> str:
    """Return as JSON what distinguishes the requests of two runs beside prompt, image view and order of options.

    These are the request options without the seed, the examples, the number of frames and the longest side of images.
    Passes of one design differ by chance only, whatever their seeds.

    Args:
        settings: settings of the run.
    """
    values = json.loads(format_options(settings, (*OPTION_NAMES, *_DESIGN_SETTINGS)) or "{}")
    options = {name: value for name, value in values.items() if to_snake_case(name) != SEED}
    return json.dumps(options, sort_keys=True, ensure_ascii=False)


def to_snake_case(name: str) -> str:
    """Return a name in snake case."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[-. ]", "_", name).lower()


def _iterate_fields(values: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Yield the fields of a body in snake case, including those of Google's generation config."""
    for name, value in values.items():
        snake = to_snake_case(name)
        yield snake, value
        if snake == _CONFIG and isinstance(value, dict):
            yield from _iterate_fields(value)


def _iterate_nested_fields(values: object) -> Iterator[tuple[str, Any]]:
    """Yield every field of nested objects."""
    if isinstance(values, dict):
        for name, value in values.items():
            yield name, value
            yield from _iterate_nested_fields(value)
    elif isinstance(values, list):
        for value in values:
            yield from _iterate_nested_fields(value)


def _refuse_constant(name: str) -> None:
    raise ValueError(f"{name} is not a JSON number")


def _refuse_repeated_fields(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = [name for name, _ in pairs]
    repeated = next((name for name in names if names.count(name) > 1), None)
    if repeated is not None:
        raise ValueError(f"the field {repeated!r} occurs twice")
    return dict(pairs)
