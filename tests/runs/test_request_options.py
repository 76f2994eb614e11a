"""Tests of request options: read from a JSON file, rejected with a reason, and given a short name."""

import json

import pytest

from core.errors import RequestOptionsError
from core.runs.request_options import OPTION_NAMES, format_options, read_request_options


def _read(tmp_path, text):
    path = tmp_path / "extra.json"
    path.write_text(text, encoding="utf-8")
    return read_request_options(path)


def test_the_order_of_options_does_not_matter(tmp_path):
    """Spaces do not matter either; `stream` is not part of the body."""
    first = _read(tmp_path, '{"temperature": 0.7, "seed": 1, "stream": false}')
    second = _read(tmp_path, '{"stream":false,\n"seed":1,"temperature":0.7}')
    assert first.text == second.text
    assert (first.body, first.is_streaming) == ({"temperature": 0.7, "seed": 1}, False)
    assert first.slug == "seed-1-stream-false-temperature-0.7"
    assert _read(tmp_path, '{"stream": true}').text == "" == _read(tmp_path, "{}").text


def test_long_options_that_differ_late_have_different_names(tmp_path):
    """A name that is cut ends in a digest of all options; a name that fits has none."""
    texts = [f'{{"reasoning": {{"effort": "high", "summary": "none", "token_limit": {n}}}}}' for n in (1000, 2000)]
    slugs = [_read(tmp_path, text).slug for text in texts]
    assert slugs[0] != slugs[1]
    assert slugs[0][:33] == slugs[1][:33]
    assert all(len(slug) <= 40 for slug in slugs)
    assert _read(tmp_path, '{"temperature": 0}').slug == "temperature-0"
    assert len(_read(tmp_path, texts[0]).shorten_slug(5)) <= 5
    assert _read(tmp_path, texts[0]).cut_slug(40) == _read(tmp_path, texts[1]).cut_slug(40)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("temperature = 0", "not valid JSON"), ("[1]", "not a JSON object"), ('{"a": NaN}', "NaN is not a JSON number"),
        ('{"a": 1, "a": 2}', "occurs twice"), ('{"model": "x"}', "field model: it cannot be set here; use --model"),
        ('{"messages": []}', "field messages"), ('{"contents": []}', "field contents"), ('{"n": 2}', "--repeat"),
        ('{"generationConfig": {"candidateCount": 2}}', "field candidate_count"), ('{"stream": 1}', "true or false"),
        ('{"generationConfig": 1}', "write an object"), ('{"api_key": "abc"}', "looks like a secret"),
        ('{"x": {"Authorization": "abc"}}', "looks like a secret"),
        ('{"x": "sk-abcdef0123456"}', "looks like a secret"),
    ],
)  # fmt: skip
def test_invalid_options_raise_clear_errors(tmp_path, text, words):
    """Each error names the file, the field and the remedy, and reveals no secret."""
    with pytest.raises(RequestOptionsError, match=r"--extra .*extra\.json") as error:
        _read(tmp_path, text)
    assert words in str(error.value)
    assert "sk-abcdef" not in str(error.value)


def test_missing_file_is_named(tmp_path):
    """The error names the missing file."""
    with pytest.raises(RequestOptionsError, match=r"none\.json cannot be read"):
        read_request_options(tmp_path / "none.json")


def test_a_token_limit_is_recognised_under_each_name(tmp_path):
    """The limit is read at the top level and from Google's config."""
    assert _read(tmp_path, '{"max_completion_tokens": 9}').max_output_tokens == 9
    assert _read(tmp_path, '{"generationConfig": {"maxOutputTokens": 8}}').max_output_tokens == 8


def test_stored_options_are_merged_without_addresses():
    """Request options and other settings become one JSON object, without the base URL and unset values."""
    settings = {"request_options": '{"seed":1}', "base_url": "http://x", "max_output_tokens": 5, "temperature": None}
    assert json.loads(format_options(settings, OPTION_NAMES)) == {"seed": 1, "max_output_tokens": 5}
    assert format_options({"base_url": "http://x"}, OPTION_NAMES) is None
