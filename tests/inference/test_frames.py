"""Tests of video frames: which ones are sent, and that another number of frames is another run."""

import asyncio
from base64 import b64decode
from dataclasses import replace
from pathlib import Path
from shutil import copytree

import pytest
from PIL import Image
from typer.testing import CliRunner

from core.benchmarks.cases import Case
from core.benchmarks.choice.custom_benchmark import make_custom_benchmark
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.context import BenchmarkContext
from core.benchmarks.tri_bench import BENCHMARK
from core.cli.app import app
from core.errors import JournalError, SelectionError
from core.inference.clients.connections import connect
from core.inference.clients.providers import resolve_endpoint
from core.inference.frames import choose_frames, reduce_case_frames
from core.inference.plan import plan_run
from core.inference.prompts import get_benchmark_prompt
from core.inference.request_content import build_request
from core.inference.run_options import RunOptions
from core.inference.run_plan import refresh_plan
from core.inference.runner import execute_run
from core.runs.journal import read_journal
from core.runs.open_journal import open_journal
from core.runs.request_options import format_design
from tests.benchmarks.test_table_forms import FACTS, read
from tests.each_row import check_each_row
from tests.inference.clients.conftest import KEY, quick, server  # noqa: F401 - fixtures

N_FRAMES = 9


@pytest.fixture
def videos(tmp_path):
    """Return a benchmark with a video of nine frames, and a pair of images with the same question."""
    for number in range(N_FRAMES):
        Image.new("RGB", (40, 30), (25 * number, 0, 0)).save(tmp_path / f"{number}.png")
    names = [f"{number}.png" for number in range(N_FRAMES)]
    choice = {"question": "Which?", "options": ["left", "right"], "answer": "A"}
    rows = [
        {"id": "video", "group": "a", "frames": names} | choice,
        {"id": "pair", "group": "b", "frames": names[:2]} | choice,
    ]
    folder = tmp_path / "forms"
    write_custom_benchmark(folder, read(tmp_path, "videos.jsonl", rows).items, FACTS)
    benchmark = make_custom_benchmark("forms")
    return benchmark, benchmark.read(folder), folder


@pytest.fixture
def plan(server, quick, workspace, videos):  # noqa: F811
    """Return a function that plans a run of both cases: `plan(n_frames=3)`."""

    def make(**options):
        benchmark, contents, folder = videos
        target = resolve_endpoint("openai:test", server.url("openai"), {"openai": KEY}, limits=quick)
        chosen = RunOptions(get_benchmark_prompt(contents), **options)
        return plan_run(
            target, chosen, BenchmarkContext(workspace.select_benchmark("forms"), benchmark, folder, contents)
        )

    return make


@pytest.mark.parametrize(
    ("n_images", "n_frames", "chosen"),
    [
        (9, 3, [0, 4, 8]),
        (10, 4, [0, 3, 6, 9]),
        (11, 4, [0, 3, 6, 10]),
        (128, 2, [0, 127]),
        (5, 5, [0, 1, 2, 3, 4]),
        (5, 32, [0, 1, 2, 3, 4]),
    ],
)
def test_frames_are_evenly_spaced(n_images, n_frames, chosen):
    """The first and last frames are included, steps are rounded down, and a shorter video is sent complete."""
    assert list(choose_frames(range(n_images), n_frames)) == chosen


def test_no_frame_is_sent_twice():
    """For any number of frames and any length, that many distinct frames, in order, with both ends."""

    def check(n_images):
        for n_frames in range(2, n_images):
            chosen = choose_frames(range(n_images), n_frames)
            assert len(set(chosen)) == n_frames
            assert list(chosen) == sorted(chosen)
            assert (chosen[0], chosen[-1]) == (0, n_images - 1)

    check_each_row(check, [(f"{n_images} images", n_images) for n_images in range(5, 129)])


def test_four_images_are_no_video():
    """Separate images are never left out."""
    case = Case("a", "g", "A", (), images=tuple(Path(f"{n}.png") for n in range(4)))
    assert reduce_case_frames(case, 2) == case
    video = replace(case, images=(*case.images, Path("4.png")))
    assert [path.name for path in reduce_case_frames(video, 2).images] == ["0.png", "4.png"]
    assert reduce_case_frames(video, None) == video


def test_the_number_of_frames_makes_another_run(plan):
    """Manifest, id and design distinguish runs by their frames; without images there is no difference."""
    plans = [plan(), plan(n_frames=3), plan(n_frames=4)]
    assert len({one.run.run_id for one in plans}) == len({one.journal for one in plans}) == 3
    assert len({format_design(one.run.settings) for one in plans}) == 3
    assert "frames" not in plans[0].run.settings
    assert plans[1].run.settings["frames"] == 3
    assert plan(n_frames=3).run.run_id == plans[1].run.run_id
    assert plan(n_frames=3, image_view="none").run.run_id == plan(image_view="none").run.run_id
    assert [len(case.images) for case in plans[1].chosen.values()] == [2, 3]
    assert plans[1].image_tokens < plans[0].image_tokens


def test_the_chosen_frames_are_sent_and_a_run_resumes(plan, server, quick):  # noqa: F811
    """The server receives the first, the middle and the last frame; the same number resumes, another is refused."""
    planned = plan(n_frames=3)

    async def run(journal):
        client = connect(planned.endpoint)
        try:
            return await execute_run(refresh_plan(planned, journal), client, journal)
        finally:
            await client.close()

    with open_journal(planned.journal, planned.run) as journal:
        asyncio.run(run(journal))
    sent = [
        [b64decode(part["image_url"]["url"].split(",")[1]) for part in content if part["type"] == "image_url"]
        for content in (asked.body["messages"][-1]["content"] for asked in server.asked)
    ]
    paths = plan().chosen["video"].images
    wanted = build_request(
        [planned.folder / paths[index] for index in (0, 4, 8)], "", "original", quick.max_side_px
    ).jpegs
    assert list(wanted) in sent
    assert sorted(map(len, sent)) == [2, 3]
    assert read_journal(planned.journal).run.settings["frames"] == 3
    assert plan(n_frames=3).todo == []
    assert plan(n_frames=4).todo == ["pair", "video"]
    with (
        pytest.raises(JournalError, match="settings differs"),
        open_journal(planned.journal, replace(plan(n_frames=4).run, run_id=planned.run.run_id)),
    ):
        pass


def test_the_command_ask_sends_as_many_frames(videos, server, workspace, monkeypatch):  # noqa: F811
    """`ask --frames 2` sends the first and the last frame of a video; without it all are sent."""
    *_, folder = videos
    copytree(folder, workspace.select_benchmark("forms").release)
    monkeypatch.setenv("TRILENS_DATA", str(workspace.data))
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    given = ["ask", "video", "--model", "openai:test", "--base-url", server.url("openai"), "--benchmark", "forms"]
    for more in (["--frames", "2"], []):
        result = CliRunner().invoke(app, [*given, *more])
        assert result.exit_code == 0, result.output
    n_sent = [
        sum(part["type"] == "image_url" for part in asked.body["messages"][-1]["content"]) for asked in server.asked
    ]
    assert n_sent == [2, N_FRAMES]


def test_examples_have_as_many_frames(plan):
    """Solved examples are reduced like the cases themselves."""
    planned = plan(n_frames=3, examples=1)
    (example,) = planned.examples["pair"]
    assert len(example.case.images) == 3


def test_a_benchmark_without_frames_is_refused(plan, videos, unanswered, workspace):
    """The error says what counts as a video and what to do; one frame is refused too."""
    folder, contents = unanswered
    target = resolve_endpoint("openai:test", "http://localhost:1", {"openai": KEY})
    options = RunOptions(get_benchmark_prompt(contents), n_frames=8)
    with pytest.raises(SelectionError, match=r"--frames 8: no photograph of .* more than 4 frames. Omit --frames"):
        plan_run(target, options, BenchmarkContext(workspace, BENCHMARK, folder, contents))
    with pytest.raises(SelectionError, match="write 2 or more"):
        plan(n_frames=1)


def test_the_command_takes_two_frames_or_more():
    """One frame cannot be the first and the last."""
    result = CliRunner().invoke(app, ["run", "--model", "openai:m", "--frames", "1"])
    assert result.exit_code == 2
