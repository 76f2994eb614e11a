"""Tests of log readers with values of unexpected types: a row is a reply or a refusal, never a crash."""

import copy
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.importers.formats import helm, lm_eval, lmms_eval, vlmevalkit
from core.importers.records import ImportedReply, RejectedRow
from core.runs.journal import parse_reply
from tests.importers.formats.test_helm import measured, state
from tests.importers.formats.test_lm_eval import RESULTS as LM_RESULTS
from tests.importers.formats.test_lm_eval import TIME as LM_TIME
from tests.importers.formats.test_lm_eval import row as lm_row
from tests.importers.formats.test_lmms_eval import RESULTS as LMMS_RESULTS
from tests.importers.formats.test_lmms_eval import TIME as LMMS_TIME
from tests.importers.formats.test_lmms_eval import row as lmms_row
from tests.importers.formats.test_vlmevalkit import row as table_row
from tests.importers.reading import grade

STATUS = {
    "model_name": "m",
    "datasets": {"x": {"prediction_file": "m_x.json"}},
    "argv": ["--seed", "1"],
    "created_at": "",
}
FILES = {
    lm_eval: {
        f"samples_corners_of_boards_{LM_TIME}.jsonl": [lm_row(0, ("A", "B")), lm_row(1)],
        f"results_{LM_TIME}.json": LM_RESULTS,
    },
    lmms_eval: {
        f"{LMMS_TIME}_samples_corners.jsonl": [lmms_row(score={"id": "x", "score": 1.0}), lmms_row(1)],
        f"{LMMS_TIME}_results.json": LMMS_RESULTS,
    },
    vlmevalkit: {
        "m_x.json": [table_row(), table_row(1_000_000)],
        "status.json": STATUS,
        "m_x_y_result.json": [table_row(hit=1)],
    },
    helm: {
        "scenario_state.json": {"adapter_spec": {"model": "m"}, "request_states": [state(), state(1)]},
        "run_spec.json": {"name": "n"},
        "per_instance_stats.json": [measured("id0", exact_match=1.0, num_prompt_tokens=3.0)],
    },
}
"""Of each form a log, the first file, and what stands beside it."""

ODD = (
    None,
    True,
    -1,
    5,
    1e300,
    float("nan"),
    float("inf"),
    "",
    "x",
    "NaN",
    [],
    [[]],
    [None],
    {},
    {"id": {}},
    [{"a": []}],
)


def places_in(value, path=()):
    """Return the path of every value in a JSON value."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, part in inner:
        yield from places_in(part, (*path, key))


def with_odd(value, path, odd):
    """Return a copy with another value at this path."""
    if not path:
        return odd
    changed = copy.deepcopy(value)
    parent = changed
    for key in path[:-1]:
        parent = parent[key]
    parent[path[-1]] = odd
    return changed


@pytest.mark.slow
@pytest.mark.parametrize("form", FILES, ids=lambda form: form.__name__.rpartition(".")[2])
@settings(max_examples=200)
@given(data=st.data())
def test_an_odd_value_ends_in_replies_and_refusals(form, data, tmp_path_factory):
    """A value of any type at any path of any file leaves rows that a journal accepts."""
    files = FILES[form]
    chosen = data.draw(st.sampled_from(sorted(files)))
    place = data.draw(st.sampled_from([path for path in places_in(files[chosen]) if path]))
    changed = files | {chosen: with_odd(files[chosen], place, data.draw(st.sampled_from(ODD)))}
    folder = tmp_path_factory.mktemp("log")
    for name, content in changed.items():
        lines = content if name.endswith(".jsonl") else [content]
        (folder / name).write_text("".join(f"{json.dumps(line)}\n" for line in lines), encoding="utf-8")
    log = folder / next(iter(files))
    for one in form.read(log) if grade(form, log) == "yes" else ():
        assert isinstance(one, ImportedReply | RejectedRow)
        if isinstance(one, ImportedReply):
            check(one)


def check(reply):
    """Values in a reply have the expected type: a journal line can be written from it."""
    values = {name: getattr(reply, name) for name in ("status", "error", "latency_s", "input_tokens", "output_tokens")}
    given = values | {"case_id": "c", "reply": reply.raw, "options": reply.options, "said_score": reply.said_score}
    assert parse_reply(given, run_id="r").raw == reply.raw
    texts = (*reply.names, reply.place, reply.key, reply.prompt, reply.question, reply.target, *reply.metadata.values())
    assert all(isinstance(text, str) for text in (*texts, reply.run.model, reply.run.task, *reply.run.notes))
    assert reply.repeat >= 1
    json.dumps(dict(reply.run.settings), allow_nan=False)
