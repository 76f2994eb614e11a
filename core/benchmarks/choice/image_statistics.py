"""The image statistics reader for a benchmark's cases; it computes the statistics while images are checked."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import BinaryIO

import numpy as np
import pandas as pd

from core.photographs.image_statistics import ImageStatistics, compute_image_statistics
from core.photographs.load_image import load_upright_image
from core.scoring.choice.image_statistics_baseline import predict_from_statistics
from core.scoring.metrics import Floats


@dataclass(slots=True)
class StatisticsCheck:
    """An image check that keeps the statistics of each file, so that no image is opened twice."""

    _known: dict[Path, ImageStatistics] = field(default_factory=dict)

    def __call__(self, source: Path | BinaryIO) -> object:
        """Open an image.

        Raises:
            ImageError: the image is broken or too large.
        """
        return self.load_statistics(source) if isinstance(source, Path) else load_upright_image(source)

    def load_statistics(self, path: Path) -> ImageStatistics:
        """Return the statistics of an image file.

        Raises:
            ImageError: the image is broken or too large.
        """
        if path not in self._known:
            self._known[path] = compute_image_statistics(load_upright_image(path), path.stat().st_size)
        return self._known[path]


def answer_by_statistics(cases: pd.DataFrame, folder: Path, check: StatisticsCheck) -> pd.Series:
    """Return the code of the option that the image statistics reader chooses in each case; NaN if there is none.

    Args:
        cases: as for `predict_from_statistics`, with images (paths within the folder).
        folder: of the benchmark.
        check: has already opened the images.
    """
    if cases.empty:
        return pd.Series(index=cases.index, dtype=float)
    each = [[check.load_statistics(folder / path).blocks for path in images] for images in cases["images"]]
    width = next((len(images[0]) for images in each if images), 0)
    blocks = [np.stack([_pool_blocks([image[place] for image in images]) for images in each]) for place in range(width)]
    return predict_from_statistics(cases, blocks)


def _pool_blocks(images: Sequence[Floats]) -> Floats:
    """Return the mean of a block over the images of a case, and its range."""
    values = np.array(images)
    return np.concatenate([values.mean(axis=0), np.ptp(values, axis=0)])
