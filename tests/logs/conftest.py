"""Real logs of other programs, where they are on the disk, and questions of one's own about drawn pictures."""

import json

import pytest

from core.benchmarks.choice.items import ChoiceItem
from core.benchmarks.choice.own import OwnFacts, read_own, write_own
from core.logs.known import Known
from core.settings import REPOSITORY
from tests.logs.pictures import drawn

SAMPLES = REPOSITORY.parent / "shared" / "samples"


@pytest.fixture(scope="session")
def samples():
    """The folder of real logs; tests that need it are skipped where it is not on the disk."""
    if not SAMPLES.is_dir():
        pytest.skip("../shared/samples is not here")
    return SAMPLES


@pytest.fixture(scope="session")
def recorded(samples):
    """The items that the samples' models were asked, by photograph: truth, options and the replies recorded."""
    items = json.loads((samples / "photos" / "items.json").read_text(encoding="utf-8"))
    return {item["id"]: item for item in items}


@pytest.fixture
def write_shapes(tmp_path, settings):
    """Writes questions of one's own, by id their text, options and numbers of drawn pictures; gives them as known."""

    def write(texts):
        items = []
        for key, (text, options, *numbers) in texts.items():
            files = tuple(tmp_path / f"shape_{number}.png" for number in numbers or (0,))
            for number, file in zip(numbers or (0,), files, strict=True):
                file.write_bytes(drawn(number))
            items.append(ChoiceItem(key, "task", "group", files, text, options, "A"))
        own = settings.of("shapes")
        write_own(own.release, items, OwnFacts("shapes", "Shapes", "me", "here", "1", "none", "Shapes"))
        return Known(own, own.release, read_own(own.release, lambda _: None))

    return write
