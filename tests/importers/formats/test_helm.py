"""Tests of HELM runs, real ones and small ones made from the specification."""

import json
from base64 import b64encode
from datetime import UTC, datetime

import pytest

from core.importers.formats import helm
from tests.importers.reading import grade, read_log

QUESTION = "How many corners?"
PROMPT = f"{QUESTION}\nA. three\nB. four\n"
ADAPTER = {"method": "multiple_choice_joint_multimodal", "instructions": "", "model": "org/looker", "max_tokens": 5}


def completion(text="B", reason="stop"):
    """Return one completion of a result."""
    return {"text": text, "logprob": 0, "tokens": [], "finish_reason": {"reason": reason}}


def state(number=0, *completions, **others):
    """Return a request with its result as 0.5.16 writes it."""
    picture = {"content_type": "image/png", "location": f"/data/board_{number}.png"}
    references = [{"output": {"text": "three"}, "tags": []}, {"output": {"text": "four"}, "tags": ["correct"]}]
    asked = {"text": "", "multimedia_content": {"media_objects": [picture, {"text": QUESTION}]}}
    return {
        "instance": {"input": asked, "references": references, "split": "test", "id": f"id{number}"},
        "train_trial_index": 0,
        "output_mapping": {"A": "three", "B": "four"},
        "request": {"prompt": "", "multimodal_prompt": {"media_objects": [picture, {"text": PROMPT}]}},
        "result": {
            "success": True,
            "completions": list(completions or [completion()]),
            "request_time": 0.25,
            "request_datetime": 1795290649,
        },
    } | others


def with_instance(one, **others):
    """Return the same request for an instance with other values."""
    return one | {"instance": one["instance"] | others}


@pytest.fixture
def written(tmp_path):
    """Write requests as a run's folder, with measurements if given; return the path of the requests."""

    def write(*states, stats=None):
        folder = tmp_path / "boards:model=org_looker"
        folder.mkdir(exist_ok=True)
        whole = {"adapter_spec": ADAPTER, "request_states": list(states)}
        (folder / "scenario_state.json").write_text(json.dumps(whole, indent=2), encoding="utf-8")
        if stats is not None:
            (folder / "per_instance_stats.json").write_text(json.dumps(stats), encoding="utf-8")
        return folder / "scenario_state.json"

    return write


def measured(instance_id, trial=0, **means):
    """Return the measurements of one reply."""
    stats = [{"name": {"name": name, "split": "test"}, "mean": mean} for name, mean in means.items()]
    return {"instance_id": instance_id, "train_trial_index": trial, "stats": stats}


def test_a_request_is_a_reply_with_all_that_it_says(written):
    """Prompt, question, options, target, time and names are read from where the program wrote them."""
    ((reply,), refusals) = read_log(helm, written(state()))
    assert (reply.raw, reply.status, reply.error, reply.place, reply.key) == ("B", "ok", None, "request 1", "id0")
    assert (reply.prompt, reply.question, reply.options, reply.target) == (PROMPT, QUESTION, ("three", "four"), "B")
    assert (reply.latency_s, reply.names) == (0.25, ("test", "id0", "/data/board_0.png"))
    assert reply.metadata == {"split": "test"}
    run = reply.run
    assert (run.program, run.task, run.model, run.prompt_label) == ("HELM", "boards", "org/looker", "")
    assert run.started_at == datetime(2026, 11, 21, 19, 50, 49, tzinfo=UTC)
    assert run.settings == {"method": "multiple_choice_joint_multimodal", "max_tokens": 5}
    assert refusals == []


def test_the_task_is_the_run_s_name_without_the_model(written):
    """The name in `run_spec.json` takes precedence over the folder's, and keeps its other arguments."""
    path = written(state())
    spec = path.with_name("run_spec.json")
    spec.write_text(json.dumps({"name": "tri:mcq=no,model=mock_vlm-a,split=test"}), encoding="utf-8")
    assert read_log(helm, path)[0][0].run.task == "tri:mcq=no,split=test"
    spec.write_text("{", encoding="utf-8")
    run = read_log(helm, path)[0][0].run
    assert run.task == "boards"
    assert any("run_spec.json beside it cannot be read" in note for note in run.notes)


def test_scores_and_tokens_are_those_measured(written):
    """Measurements are found by instance and trial; a missing count and a value that is not a score are unknown."""
    stats = [
        measured("id0", exact_match=0.0, num_prompt_tokens=92.0, num_output_tokens=0.0, num_completion_tokens=0.0),
        measured("id0", 1, quasi_exact_match=1.0, num_prompt_tokens=93.0, num_output_tokens=7.0),
    ]
    path = written(state(), state(train_trial_index=1), state(1), stats=stats)
    replies, _ = read_log(helm, path)
    found = [(one.repeat, one.said_score, one.input_tokens, one.output_tokens) for one in replies]
    assert found == [(1, 0.0, 92, None), (2, 1.0, 93, 7), (1, None, None, None)]
    assert any("own estimate" in note for note in replies[0].run.notes)


def test_trials_and_completions_are_repeats(written):
    """Each completion of each trial has its own number."""
    both = (completion("A"), completion("B"))
    replies, _ = read_log(helm, written(state(0, *both), state(0, *both, train_trial_index=1)))
    assert [(one.raw, one.repeat) for one in replies] == [("A", 1), ("B", 2), ("A", 3), ("B", 4)]
    assert replies[1].place == "request 1, completion 2"


@pytest.mark.parametrize(
    ("result", "expected"),
    [
        ({"success": False, "completions": [], "error": "Error 500"}, (None, "api_error", "Error 500")),
        ({"success": False, "completions": []}, (None, "api_error", "the request failed")),
        ({"success": True, "completions": []}, (None, "empty", "no text; a reply that was filtered looks the same")),
        (None, (None, "missing", "the log has no result for it")),
    ],
)
def test_a_request_without_a_reply_says_why(written, result, expected):
    """A failure, an empty reply and a request that was never sent are distinguished."""
    ((reply,), _) = read_log(helm, written(state(result=result)))
    assert (reply.raw, reply.status, reply.error) == expected


@pytest.mark.parametrize(
    ("reason", "text", "status"),
    [
        ("length", "so far", "cut"),
        ("max_tokens", "so far", "cut"),
        ("content_filter", "", "filtered"),
        ("stop", " ", "empty"),
    ],
)
def test_the_ending_is_the_status(written, reason, text, status):
    """A completion's finish reason decides whether it is complete."""
    ((reply,), _) = read_log(helm, written(state(0, completion(text, reason))))
    assert (reply.status, reply.raw) == (status, text if status == "cut" else None)


def test_open_questions_have_a_text_as_target(written):
    """Without a mapping of letters the options are those in the prompt, and an open question has none."""
    one = state(output_mapping=None)
    assert read_log(helm, written(one))[0][0].options == ("three", "four")
    one["request"]["multimodal_prompt"]["media_objects"][1]["text"] = QUESTION
    ((reply,), _) = read_log(helm, written(one))
    assert (reply.options, reply.target) == (None, "four")


def test_perturbed_instances_are_runs_of_their_own(written):
    """A perturbed instance is another question, so its replies are kept apart from the others."""
    changed = with_instance(state(), perturbation={"name": "typos", "prob": 0.1})
    replies, refusals = read_log(helm, written(state(), changed, state(1)))
    assert [one.run.prompt_label for one in replies] == ["", "perturbation typos", ""]
    assert replies[0].run is replies[2].run
    assert refusals == []


def test_a_picture_inside_is_found(written):
    """A location that is a data URI is the image itself, not a name."""
    one = state()
    uri = f"data:image/png;base64,{b64encode(b'drawn').decode()}"
    one["request"]["multimodal_prompt"]["media_objects"][0]["location"] = uri
    ((reply,), _) = read_log(helm, written(one))
    assert [picture.body for picture in reply.pictures] == [b"drawn"]
    assert not any("base64" in name for name in reply.names)


def test_what_is_no_reply_is_refused(written):
    """Options weighed one by one, a repeated instance and one without an id are refused with place and reason."""
    rows = [
        state(),
        state(1, reference_index=0),
        state(2, request_mode="calibration"),
        state(),
        with_instance(state(), id=""),
    ]
    replies, refusals = read_log(helm, written(*rows))
    weighed = "its options were scored one by one, so there is no reply to the question"
    assert len(replies) == 1
    assert [(one.place, one.reason) for one in refusals] == [
        ("request 2", weighed),
        ("request 3", weighed),
        ("request 4", "instance id0 appears twice"),
        ("request 5", "it has no instance with an id"),
    ]


def test_only_files_of_a_run_are_parts(written, tmp_path):
    """Files with the program's names count as parts only if they are beside the requests."""
    path = written(state(), stats=[])
    alone = tmp_path / "stats.json"
    alone.write_text("[]", encoding="utf-8")
    assert [grade(helm, one) for one in (path, path.with_name("per_instance_stats.json"), alone)] == [
        "yes",
        "part",
        "no",
    ]


def test_broken_measurements_are_said(written):
    """Truncated measurements leave scores unknown, with a note."""
    path = written(state(), stats=[])
    path.with_name("per_instance_stats.json").write_text('[{"instance_id": ', encoding="utf-8")
    ((reply,), _) = read_log(helm, path)
    assert reply.said_score is None
    assert any("per_instance_stats.json beside it cannot be read" in note for note in reply.run.notes)


def test_a_run_that_breaks_off_raises(written):
    """A truncated file is an error of the whole file, after the rows before the cut."""
    path = written(state(), state(1))
    path.write_bytes(path.read_bytes()[:-400])
    rows = helm.read(path)
    assert next(rows).raw == "B"
    with pytest.raises(ValueError, match="end"):
        list(rows)


def test_real_runs_give_the_recorded_replies(samples, recorded_items):
    """Open replies are the recorded ones; letters are scored as the program scored them; other files are parts."""
    for name in ("tri:mcq=no,model=mock_vlm-a", "tri:mcq=yes,model=mock_vlm-a"):
        folder = samples / "helm" / "s1" / name
        replies, refusals = read_log(helm, folder / "scenario_state.json")
        assert (len(replies), refusals, {one.status for one in replies}) == (12, [], {"ok"})
        assert sorted(grade(helm, path) for path in folder.iterdir()) == ["part"] * 4 + ["yes"]
        for reply in replies:
            item = recorded_items[reply.key]
            assert f"/srv/evals01/photos/{item['file']}" in reply.names
            if "mcq=no" in name:
                assert (reply.raw, reply.options) == (item["replies"]["gemini_2.5_pro"], None)
            else:
                assert (list(reply.options), reply.target) == (item["options"], item["answer"])
                assert reply.said_score == float(reply.raw.strip() == item["answer"])
