"""Which run represents its model, and which runs enter pooled figures."""

import pytest

from core.benchmarks.choice.benchmark_data import PROMPT as PROMPT_OF_TABLES
from core.benchmarks.triangles.dataset_facts import BENCHMARK_ID, MODELS
from core.inference.clients.providers import resolve_endpoint
from core.inference.live_question import record_outcome
from core.inference.prompts import make_benchmark_prompt
from core.inference.request_outcome import RequestOutcome
from core.inference.run_options import RunOptions
from core.records import Model, Reply, Run
from core.reports.report import load_overview
from core.runs.journal import LIVE_SOURCE, write_journal
from core.warehouse.build import build
from core.warehouse.read import open_current
from tests.cli.test_choice import run_command
from tests.conftest import copy_built_release
from tests.made_runs import GPT_5, PHOTOGRAPHS, PROMPT, make_answer, write_run
from tests.workflows.test_add_table import write_table

REFERENCES = {"reference-blind_constant", "reference-homography_solver", "reference-image_plane_solver"}


@pytest.fixture
def bare_release(tmp_path, bare_workspace):
    """The tiny release without replies, like synthetic scenes: only references answer it."""
    return copy_built_release(bare_workspace, tmp_path / "bare")


@pytest.fixture
def own_table(workspace, tmp_path):
    """Workspace of a user's own benchmark with five questions."""
    run_command("add", write_table(tmp_path))
    return workspace.select_benchmark("colours")


@pytest.fixture
def roles_of(workspace, bare_release):
    """Builds the bare release with the runs there are: the runs that stand for a model and the pooled ones, as sets."""

    def build_and_look(release=bare_release):
        build(workspace, release)
        with open_current(workspace) as warehouse:
            roles = warehouse.load_table("run_roles")
            answers = warehouse.load_table("scored_answers")
        assert set(answers[answers["is_pooled"]]["run_id"]) <= set(roles[roles["is_pooled"]]["run_id"])
        return tuple(set(roles[roles[name]]["run_id"]) for name in ("is_representative", "is_pooled"))

    return build_and_look


def pooled_figures(warehouse):
    """What is pooled over models: bands and shares of every photograph, and the effects of tilt and object."""
    found = load_overview(warehouse)
    bands = warehouse.load_table("scored_answers")[["case_id", "difficulty", "agreement"]].drop_duplicates()
    return {
        "shares": warehouse.load_table("case_difficulties").sort_values("case_id", ignore_index=True),
        "bands": bands.sort_values("case_id", ignore_index=True),
        "tilt": found.effects["tilt"][found.effects["tilt"]["kind"] == "pooled"].reset_index(drop=True),
        "object": found.effects["object"][found.effects["object"]["kind"] == "pooled"].reset_index(drop=True),
        "pairs": found.pairs,
    }


@pytest.fixture(scope="module")
def pooled_before(tiny_workspace):
    """The pooled figures of the tiny release alone."""
    with open_current(tiny_workspace) as warehouse:
        return pooled_figures(warehouse)


@pytest.mark.slow
@pytest.mark.parametrize(
    "changed",
    [{}, {"prompt": "Look twice."}, {"view": "mirrored"}, {"source": LIVE_SOURCE},
     {"source": LIVE_SOURCE, "n_photographs": 1}],
    ids=["own prompt", "another prompt", "another view", "live", "one live reply"],
)  # fmt: skip
def test_further_run_keeps_pooled_figures(workspace, tiny_release, pooled_before, changed):
    """A second run of GPT-5 changes neither difficulty, agreement, pooled effects nor pairs of models."""
    write_run(workspace, "second", **{"model": GPT_5, **changed})
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        assert len(warehouse.query("ranking", kinds=["vlm"])) == 5
        after = pooled_figures(warehouse)
    # The published run's label carries its id where there are two.
    labels = ["first_label", "second_label"]
    before, after = (each | {"pairs": each["pairs"].drop(columns=labels)} for each in (pooled_before, after))
    for name, figures in before.items():
        assert len(figures) > 0
        assert figures.equals(after[name]), name


@pytest.mark.slow
def test_live_reply_keeps_references_pooled(workspace, bare_release, roles_of):
    """If only references answered, one reply from Ask a model keeps them on the pooled pages."""
    options = RunOptions(make_benchmark_prompt(BENCHMARK_ID, PROMPT))
    target = resolve_endpoint("openai:test", session_keys={"openai": "sk-0123456789abcdef"})
    kept = record_outcome(RequestOutcome("ok", make_answer(), latency_s=1.0), "001_P0", target, options, workspace)
    representative, pooled = roles_of()
    assert pooled == REFERENCES
    assert representative == REFERENCES | {kept.run_id}


@pytest.mark.slow
@pytest.mark.parametrize(("n_photographs", "is_pooled"), [(1, False), (10, False), (11, True), (12, True)])
def test_run_is_pooled_from_ninety_percent(workspace, roles_of, n_photographs, is_pooled):
    """Of 12 photographs, a run with 11 readable is pooled; one with 10 leaves the references pooled."""
    write_run(workspace, "mine", n_photographs)
    representative, pooled = roles_of()
    assert ("mine" in pooled) == is_pooled
    assert bool(pooled & REFERENCES) == (not is_pooled)
    assert "mine" in representative


@pytest.mark.slow
def test_unreadable_run_is_not_pooled(workspace, roles_of):
    """A run with only unreadable replies is not pooled, however many there are."""
    run = Run("mine", Model("mine", "Mine"), "p", PROMPT, "original", "a test")
    write_journal(workspace.runs / "mine.jsonl", run, [Reply("mine", name, "no idea") for name in PHOTOGRAPHS])
    assert "mine" not in roles_of()[1]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("others", "chosen"),
    [
        ({"fuller": {"n_photographs": 12}}, "fuller"),
        ({"a_prompt": {"n_photographs": 12, "prompt": "Why?"}}, "plain"),
        ({"a_view": {"n_photographs": 12, "view": "marked"}}, "plain"),
        ({"a_live": {"n_photographs": 12, "source": LIVE_SOURCE}}, "plain"),
        ({"a_live": {"n_photographs": 12, "source": LIVE_SOURCE}, "fuller": {"n_photographs": 12}}, "fuller"),
    ],
)
def test_most_complete_plain_run_represents_its_model(workspace, roles_of, others, chosen):
    """Only a model's most complete run with the benchmark's prompt and original view is pooled."""
    write_run(workspace, "plain", 11)
    for run_id, how in others.items():
        write_run(workspace, run_id, **how)
    representative, pooled = roles_of()
    assert pooled == {chosen}
    assert representative - REFERENCES == {chosen}


@pytest.mark.slow
def test_published_run_represents_its_model(workspace, tiny_release, roles_of):
    """The published run is pooled, even if another run is as complete and has a smaller id."""
    write_run(workspace, "a_further_one", model=GPT_5)
    published = {f"tri_bench-{model.model_id}" for model in MODELS}
    representative, pooled = roles_of(tiny_release)
    assert pooled == published
    assert representative == published | REFERENCES


@pytest.mark.slow
def test_model_without_a_plain_run_is_represented(workspace, roles_of):
    """With other prompts or live questions only, the most complete run is shown and not pooled."""
    write_run(workspace, "short", 3, prompt="Why?")
    write_run(workspace, "long", 12, prompt="How?")
    write_run(workspace, "live", 12, source=LIVE_SOURCE)
    write_run(workspace, "live_only", 2, model=Model("other", "Other"), source=LIVE_SOURCE)
    representative, pooled = roles_of()
    assert representative - REFERENCES == {"long", "live_only"}
    assert pooled <= REFERENCES


@pytest.mark.slow
def test_people_are_never_pooled(workspace, roles_of):
    """A person who answered every photograph is shown with the references and is in no pooled mean."""
    write_run(workspace, "somebody", model=Model("human:x", "X", kind="human"))
    representative, pooled = roles_of()
    assert "somebody" in representative
    assert pooled
    assert pooled <= REFERENCES


@pytest.mark.slow
def test_difficulty_needs_a_pooled_run(workspace, roles_of):
    """Without a pooled run no photograph has a difficulty."""
    write_run(workspace, "mine", 12, prompt="Why?")
    roles_of()
    with open_current(workspace) as warehouse:
        assert warehouse.load_table("case_difficulties").empty


@pytest.mark.slow
def test_partial_run_ranks_last(workspace, tiny_release):
    """A run on 1 of 12 photographs ranks last with its count, however right it is; references do not move."""
    write_run(workspace, "mine", 1)
    build(workspace, tiny_release)
    with open_current(workspace) as warehouse:
        ranking = warehouse.query("ranking", kinds=["vlm"])
        references = warehouse.query("ranking", kinds=["reference"])
    assert ranking["run_id"].iloc[-1] == "mine"
    assert (ranking["cases"].iloc[-1], ranking["all_cases"].iloc[-1]) == (1, 12)
    assert ranking["is_ranked"].tolist() == [True] * (len(ranking) - 1) + [False]
    assert references["is_ranked"].all()


@pytest.mark.slow
@pytest.mark.parametrize(("prompt", "view", "is_pooled"), [("Why?", "original", True), ("Why?", "marked", False)])
def test_any_prompt_counts_without_a_prescribed_prompt(workspace, own_table, prompt, view, is_pooled):
    """On a user's own table any prompt is compared; a run with the own prompt comes first."""
    own = own_table
    replies = [Reply("other", f"q{n}", "A") for n in range(5)]
    run = Run("other", Model("m", "M"), "why", prompt, view, "a test")
    write_journal(own.runs / "other.jsonl", run, replies)
    build(own)
    with open_current(own) as warehouse:
        roles = warehouse.load_table("run_roles").set_index("run_id")
    assert bool(roles.loc["other", "is_pooled"]) == is_pooled
    plain = Run("plain", Model("m", "M"), "colours", PROMPT_OF_TABLES, "original", "a test")
    write_journal(own.runs / "plain.jsonl", plain, [Reply("plain", f"q{n}", "A") for n in range(5)])
    build(own)
    with open_current(own) as warehouse:
        roles = warehouse.load_table("run_roles").set_index("run_id")
    assert roles.loc[["other", "plain"], "is_pooled"].tolist() == [False, True]
