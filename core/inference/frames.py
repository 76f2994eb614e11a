"""Number of frames of a video that are sent: evenly spaced ones, with the first and the last."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

import numpy as np

from core.benchmarks.cases import Case
from core.benchmarks.data import BenchmarkData
from core.errors import SelectionError

MAX_STILL_IMAGES = 4
"""Maximum number of images of a case that are separate images; more are the frames of a video."""

MIN_FRAMES = 2
"""Minimum number of frames to send: the first and the last."""

_Frame = TypeVar("_Frame")


def is_video(images: Sequence[object]) -> bool:
    """Return whether the images of a case are the frames of a video."""
    return len(images) > MAX_STILL_IMAGES


def choose_frames(images: Sequence[_Frame], n_frames: int) -> tuple[_Frame, ...]:
    """Return evenly spaced frames of a video in their order; all of them if there are no more than `n_frames`.

    The rule is that of lmms-eval: n_frames equal steps from the first frame to the last, each rounded down.

    Args:
        images: the frames, in the order of time.
        n_frames: number of frames to choose, at least `MIN_FRAMES`.

    Source: lmms-eval, `models/llava_vid.py`, `load_video`: `np.linspace(0, n - 1, n_frames, dtype=int)`.
    """
    if len(images) <= n_frames:
        return tuple(images)
    indices = np.linspace(0, len(images) - 1, n_frames, dtype=int).tolist()
    return tuple(images[index] for index in indices)


def reduce_case_frames(case: Case, n_frames: int | None) -> Case:
    """Return a case with the frames that are sent; unchanged if it is no video or `n_frames` is None."""
    if n_frames is None or not is_video(case.images):
        return case
    return replace(case, images=choose_frames(case.images, n_frames))


def reduce_frames(contents: BenchmarkData, n_frames: int | None) -> BenchmarkData:
    """Return the content of a benchmark with the frames that are sent.

    Raises:
        SelectionError: the number is too small, or no case is a video given as frames.
    """
    if n_frames is None:
        return contents
    if n_frames < MIN_FRAMES:
        raise SelectionError(f"--frames {n_frames}: a video is sent with its first and last frame, so write 2 or more.")
    if not any(is_video(case.images) for case in contents.cases):
        raise SelectionError(
            f"--frames {n_frames}: no {contents.words.case} of {contents.benchmark['title']} is a video given as more "
            f"than {MAX_STILL_IMAGES} frames. Omit --frames."
        )
    return replace(contents, cases=[reduce_case_frames(case, n_frames) for case in contents.cases])
