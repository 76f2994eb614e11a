"""Tests of solved examples before a case: their selection, each vendor's format, and separate runs."""

import asyncio
from base64 import b64decode

import pytest

from core.benchmarks.context import BenchmarkContext
from core.benchmarks.gepbench.benchmark import BENCHMARK as GEPBENCH
from core.benchmarks.mmperspective.benchmark import BENCHMARK
from core.errors import SelectionError
from core.generators.mmperspective.write import synthesize
from core.inference.clients.connections import connect
from core.inference.clients.providers import resolve_endpoint
from core.inference.few_shot import choose_examples, compute_checksum
from core.inference.plan import plan_run
from core.inference.prompts import find_prompt, get_benchmark_prompt, list_variant_ids, make_benchmark_prompt
from core.inference.request_content import ExampleFiles, build_request
from core.inference.run_options import RunOptions
from core.inference.run_plan import build_examples, refresh_plan
from core.inference.runner import execute_run
from core.inference.send_request import ask_with_retries
from core.runs.journal import read_journal
from core.runs.open_journal import open_journal
from tests.inference.clients.conftest import KEY, VENDORS, photograph, quick, server  # noqa: F401 - fixtures

COUNTS = {"VAP": 4, "VPC": 3, "Robust": 2}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Return a few items of three tasks; those of robustness are five images of each scene."""
    folder = tmp_path_factory.mktemp("mmperspective") / "set"
    synthesize(folder, COUNTS)
    return folder


@pytest.fixture(scope="module")
def contents(folder):
    return BENCHMARK.read(folder)


def ids(contents):
    return [case.case_id for case in contents.cases]


def parts(asked):
    """Return the contents of a request, in order: (role, number of images, text)."""
    messages = asked.body["contents"] if asked.vendor == "gemini" else asked.body["messages"]
    found = []
    for one in messages:
        content = one["parts"] if asked.vendor == "gemini" else one["content"]
        if isinstance(content, str):
            content = [{"type": "text", "text": content}]
        texts = [piece["text"] for piece in content if "text" in piece]
        found.append((one["role"].replace("model", "assistant"), len(content) - len(texts), "".join(texts)))
    return found


@pytest.mark.parametrize("provider", VENDORS)
def test_each_vendor_gets_the_example_before_the_question(provider, server, quick, photograph):  # noqa: F811
    """A solved example is a user message with its image, then its reply, then the question with its own image."""
    shot = ExampleFiles((photograph,), "How many?", "The correct answer is B.")
    request = build_request([photograph, photograph], "And here?", "original", quick.max_side_px, examples=[shot])
    target = resolve_endpoint(f"{provider}:test", server.url(provider), {provider: KEY}, limits=quick)

    async def run():
        client = connect(target)
        try:
            return await ask_with_retries(client, target, request)
        finally:
            await client.close()

    assert asyncio.run(run()).status == "ok"
    assert parts(server.asked[0]) == [
        ("user", 1, "How many?"),
        ("assistant", 0, "The correct answer is B."),
        ("user", 2, "And here?"),
    ]


def test_examples_are_of_the_same_question_and_another_scene(contents):
    """Each example has the question of its case, another group and another image, and gives its own right letter."""
    by_id = {case.case_id: case for case in contents.cases}
    truths = {truth.case_id: truth.value for truth in contents.truths if truth.frame == "key"}
    found = choose_examples(contents, ids(contents), 1)
    assert set(found) == set(by_id)
    for case_id, (one,) in found.items():
        assert one.case.asks[0].question_id == by_id[case_id].asks[0].question_id
        assert one.case.group_id != by_id[case_id].group_id
        assert not set(one.case.images) & set(by_id[case_id].images)
        assert one.reply() == f"The correct answer is {truths[one.case.case_id]}."


def test_an_example_hangs_on_its_case_and_the_seed_alone(contents):
    """A case has the same example whether it is asked with others or alone; another seed gives others."""
    whole = choose_examples(contents, ids(contents), 1)
    for case_id in ids(contents):
        assert choose_examples(contents, [case_id], 1) == {case_id: whole[case_id]}
    assert compute_checksum(whole) == compute_checksum(choose_examples(contents, ids(contents), 1))
    assert compute_checksum(whole) != compute_checksum(choose_examples(contents, ids(contents), 1, seed=1))
    assert choose_examples(contents, ids(contents), 0) == {}


def test_too_few_cases_for_an_example_are_said(contents):
    """With two scenes of robustness there are five images of the other scene, not six."""
    assert len(choose_examples(contents, ["Robust-000000-flip"], 5)["Robust-000000-flip"]) == 5
    with pytest.raises(SelectionError, match="Robust has 5 cases"):
        choose_examples(contents, ["Robust-000000-flip"], 6)


@pytest.fixture
def plan(server, quick, workspace, folder, contents):  # noqa: F811
    """Return a function that plans a run of the four items of VAP: `plan(examples=1)`."""

    def make(prompt=None, **options):
        target = resolve_endpoint("openai:test", server.url("openai"), {"openai": KEY}, limits=quick)
        chosen = RunOptions(find_prompt(prompt, get_benchmark_prompt(contents), BENCHMARK), cases="task=VAP", **options)
        own = workspace.select_benchmark("mmperspective")
        return plan_run(target, chosen, BenchmarkContext(own, BENCHMARK, folder, contents))

    return make


def carried_out(plan):
    async def run(journal):
        client = connect(plan.endpoint)
        try:
            return await execute_run(refresh_plan(plan, journal), client, journal)
        finally:
            await client.close()

    with open_journal(plan.journal, plan.run) as journal:
        return asyncio.run(run(journal))


def test_a_run_with_examples_is_another_run(plan):
    """Another number of examples or prompt gives another run and journal; without examples nothing mentions them."""
    runs = [plan().run, plan(examples=1).run, plan(examples=2).run, plan("step_by_step", examples=1).run]
    assert len({run.run_id for run in runs}) == 4
    assert not any("examples" in name for name in runs[0].settings)
    assert runs[1].settings["examples"] == 1
    assert len(str(runs[1].settings["examples_sha256"])) == 8
    assert plan(examples=1).run.run_id == runs[1].run_id


def test_a_run_with_examples_sends_them_and_resumes(plan, server):  # noqa: F811
    """Every request has the example of its case first; a second call asks nothing; the journal names the examples."""
    planned = plan(examples=1)
    assert planned.image_tokens == 2 * plan().image_tokens
    carried_out(planned)
    assert len(server.asked) == COUNTS["VAP"]
    wanted = {build_examples(planned, case_id)[0].prompt for case_id in planned.chosen}
    assert {parts(asked)[0][2] for asked in server.asked} == wanted
    assert all([role for role, _, _ in parts(asked)] == ["user", "assistant", "user"] for asked in server.asked)
    assert plan(examples=1).todo == []
    assert len(plan().todo) == COUNTS["VAP"]
    assert read_journal(planned.journal).run.settings["examples"] == 1


def test_the_example_s_picture_is_the_one_of_its_file(plan, server, quick):  # noqa: F811
    """The first image of a request is the example's, encoded like every image."""
    planned = plan(examples=1, limit=1)
    carried_out(planned)
    (case_id,) = planned.chosen
    first = server.asked[0].body["messages"][0]["content"][0]["image_url"]["url"]
    pictures = build_examples(planned, case_id)[0].pictures
    assert b64decode(first.split(",")[1]) == build_request(pictures, "", "original", quick.max_side_px).jpegs[0]


@pytest.mark.parametrize("benchmark", [BENCHMARK, GEPBENCH])
def test_every_multiple_choice_has_a_prompt_for_reasons(benchmark):
    """The variant keeps the question's position, drops the demand to answer at once, and asks for the last sentence."""
    assert list_variant_ids(benchmark) == ["step_by_step"]
    own = make_benchmark_prompt(
        benchmark.benchmark_id, "{text}\nPlease directly answer A, B, C or D\nand nothing else."
    )
    text = find_prompt("step_by_step", own, benchmark).text
    assert text == "{text}\nThink step by step, then end with 'The correct answer is X.'"
