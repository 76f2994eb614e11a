"""Fixture of a user's questions about drawn images."""

import pytest

from core.benchmarks.choice.custom_benchmark import CustomBenchmarkInfo
from core.benchmarks.choice.custom_benchmark_writer import write_custom_benchmark
from core.benchmarks.choice.items import ChoiceItem
from core.importers.benchmark_index import load_benchmark_indexes
from tests.importers.pictures import drawn


@pytest.fixture
def write_shapes(tmp_path, workspace):
    """Return a function that writes a user's questions.

    It takes text, options and image numbers by id, and returns them as a known benchmark.
    """

    def write(texts):
        items = []
        for key, (text, options, *numbers) in texts.items():
            files = tuple(tmp_path / f"shape_{number}.png" for number in numbers or (0,))
            for number, file in zip(numbers or (0,), files, strict=True):
                file.write_bytes(drawn(number))
            items.append(ChoiceItem(key, "task", "group", files, text, options, "A"))
        own = workspace.select_benchmark("shapes")
        write_custom_benchmark(
            own.release, items, CustomBenchmarkInfo("shapes", "Shapes", "me", "here", "1", "none", "Shapes")
        )
        return load_benchmark_indexes(own, own.benchmark_id)[0]

    return write
