"""An MMPerspective item with every parameter: images, marks, question, options and the letter of the right option."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from typing import Any, Literal, cast, get_args

import numpy as np

from core.benchmarks.choice.items import LETTERS, find_options_problem
from core.benchmarks.mmperspective.scene import SLANTED, Edge, Triple
from core.benchmarks.mmperspective.view import PerspectiveImage, read_picture
from core.benchmarks.mmperspective.vocabulary import ROBUST, TASKS
from core.errors import SceneError

BENCHMARK_ID = "mmperspective"
ENGINE_VERSION = "4"
"""Changes whenever an image or a question changes."""

Layout = Literal["single", "pair", "grid"]
MarkKind = Literal["circle", "line", "segment"]
Place = tuple[float, float]


@dataclass(frozen=True, slots=True)
class ItemMark:
    """A lettered mark that is drawn in red on the image.

    Attributes:
        places: in pixels: a circle's centre, or a line's two ends; empty for a segment.
        world: the ends of a segment in the scene; empty for other kinds.
    """

    letter: str
    kind: MarkKind
    places: tuple[Place, ...] = ()
    world: tuple[Triple, ...] = ()

    @property
    def edge(self) -> Edge:
        """The segment as an edge of the scene."""
        begin, end = self.world
        along = [axis for axis in range(3) if abs(end[axis] - begin[axis]) > 1e-9]
        return Edge(begin, end, along[0] if len(along) == 1 else SLANTED)


@dataclass(frozen=True, slots=True)
class PerspectiveItem:
    """A question with its images.

    Attributes:
        index: number within its task, from 0; for robustness, the number of the seed.
        kind: subdivision of the task.
        answer: the letter of the right option.
        layout: arrangement of the images.
    """

    task: str
    index: int
    kind: str
    question: str
    options: tuple[str, ...]
    answer: str
    pictures: tuple[PerspectiveImage, ...]
    marks: tuple[ItemMark, ...] = ()
    layout: Layout = "single"

    @property
    def item_id(self) -> str:
        """Unique within a set."""
        return f"{self.group_id}-{self.operation}" if self.task == ROBUST else self.group_id

    @property
    def group_id(self) -> str:
        """Id of the scene that the images share."""
        return f"{self.task}-{self.index:06d}"

    @property
    def operation(self) -> str:
        """Name of the image operation."""
        return self.pictures[0].operation.name

    @property
    def right(self) -> str:
        """Text of the right option."""
        return self.options[LETTERS.index(self.answer)]

    def to_json(self) -> dict[str, object]:
        """Return the item for JSON, as `read_item` reads it."""
        return {
            "item_id": self.item_id,
            "task": self.task,
            "index": self.index,
            "kind": self.kind,
            "question": self.question,
            "options": list(self.options),
            "answer": self.answer,
            "layout": self.layout,
            "marks": [asdict(mark) for mark in self.marks],
            "pictures": [picture.to_json() for picture in self.pictures],
        }


def read_item(said: Mapping[str, Any]) -> PerspectiveItem:
    """Read the item of a line.

    Raises:
        SceneError: the line lacks a field or has one in another form.
    """
    try:
        options = tuple(str(option) for option in said["options"])
        item = PerspectiveItem(
            task=str(said["task"]),
            index=int(said["index"]),
            kind=str(said["kind"]),
            question=str(said["question"]),
            options=options,
            answer=str(said["answer"]),
            pictures=tuple(map(read_picture, said["pictures"])),
            marks=tuple(map(_parse_mark, said["marks"])),
            layout=said["layout"],
        )
        if item.task not in TASKS or item.layout not in get_args(Layout) or not item.pictures or item.index < 0:
            raise ValueError("an unknown task or layout, or no image")
        if wrong := find_options_problem(options):
            raise ValueError(wrong)
        if not item.answer or item.answer not in LETTERS[: len(options)]:
            raise ValueError(f"the answer {item.answer[:20]!r} is not one of its {len(options)} options")
    except (KeyError, TypeError, ValueError) as error:
        raise SceneError(f"the item: {error!r}") from error
    return item


def _parse_mark(said: Mapping[str, Any]) -> ItemMark:
    if said["kind"] not in get_args(MarkKind):
        raise ValueError(f"unknown kind of mark {said['kind']!r}")
    places = tuple((float(x), float(y)) for x, y in said["places"])
    world = tuple((float(x), float(y), float(z)) for x, y, z in said["world"])
    wanted = {"circle": (1, 0), "line": (2, 0), "segment": (0, 2)}
    if (len(places), len(world)) != wanted[said["kind"]]:
        raise ValueError(f"a {said['kind']} with a wrong number of points")
    return ItemMark(str(said["letter"]), cast("MarkKind", said["kind"]), places, world)


def make_random_generator(*parts: object) -> np.random.Generator:
    """Return the random generator of one item, seeded by its parts."""
    name = "/".join(map(str, (BENCHMARK_ID, ENGINE_VERSION, *parts)))
    return np.random.Generator(np.random.PCG64(int.from_bytes(sha256(name.encode()).digest()[:16], "big")))
