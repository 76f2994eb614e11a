"""Introductions of the benchmarks in the registry: what each one asks, what it shows, and what its truths mean."""

from dataclasses import dataclass

from core.benchmarks.registry import (
    BLINDTEST,
    GEPBENCH,
    GIQ,
    MEASUREMENTS,
    MMPERSPECTIVE,
    SYNTHETIC,
    THREEDSR,
    TRI_BENCH,
    VISONLYQA,
)


@dataclass(frozen=True, slots=True)
class Introduction:
    """Introduction of a benchmark for readers who do not know it.

    Attributes:
        question: that the benchmark as a whole asks; empty if it is unknown.
        task: what models see and what they are asked, as sentences.
        meaning: of the truth and of the image-plane answer; empty without the latter.
    """

    question: str
    task: str
    meaning: str = ""


_PLAIN_IMAGE = "Models see the plain image"

INTRODUCTIONS = {
    TRI_BENCH: Introduction(
        "Can a model judge a real triangle from a photograph?",
        "Three stickers on a table, photographed from above and at an angle: six questions about their triangle. "
        "Models see the plain photograph; Trilens draws the lines.",
        "3D is the triangle on the table and counts as correct. 2D is the triangle as it looks in the flat photograph.",
    ),
    SYNTHETIC: Introduction(
        "Can a model judge a triangle in a rendered scene?",
        "Three stickers on a table, rendered from above and at an angle: six questions about their triangle. "
        f"{_PLAIN_IMAGE}; Trilens draws the lines.",
        "3D is the triangle on the table and counts as correct. 2D is the triangle as it looks in the flat image.",
    ),
    GEPBENCH: Introduction(
        "Can a model see what a geometric figure contains?",
        "Plane figures with one multiple-choice question each: their kinds, number, places, sizes, and "
        f"how they relate. {_PLAIN_IMAGE}, the question and its options.",
    ),
    MMPERSPECTIVE: Introduction(
        "Does a model understand perspective?",
        "Drawn scenes with one multiple-choice question each, on vanishing points, horizons, cameras and perspective. "
        f"{_PLAIN_IMAGE}, the question and its options.",
        "3D is the scene and counts as correct. 2D is the answer that the flat image alone suggests.",
    ),
    THREEDSR: Introduction(
        "Does a model know where things are in space?",
        "Drawn scenes with one multiple-choice question each, on height, location, orientation and relations of "
        f"objects. {_PLAIN_IMAGE}, the question and its options.",
        "3D is the scene and counts as correct. 2D is the answer that the flat image alone suggests.",
    ),
    GIQ: Introduction(
        "Does a model recognise solids and their symmetries?",
        "Images of polyhedra: name the solid, find its symmetries, or say whether two images show the same solid. "
        f"{_PLAIN_IMAGE} and the question.",
        "3D is the solid and counts as correct. The outline is the answer that the solid's silhouette alone suggests.",
    ),
    BLINDTEST: Introduction(
        "Can a model see whether two circles touch or overlap?",
        f"Drawings of two circles, each with one question to answer with yes or no. {_PLAIN_IMAGE} and the question.",
    ),
    VISONLYQA: Introduction(
        "Can a model see the geometry in a scientific figure?",
        "Figures of geometry, chemistry, charts and solids with one question each that needs no knowledge, only "
        f"sight. {_PLAIN_IMAGE}, the question and its options.",
    ),
    MEASUREMENTS: Introduction(
        "Can a model measure a scene, point at its objects and draw boxes around them?",
        "Drawn scenes of objects and of stickers on a table, each with one open question: a number, a name, a point, a "
        f"box or an order. {_PLAIN_IMAGE} and the question.",
        "3D is the scene and counts as correct. 2D is the answer that the flat image alone suggests.",
    ),
}

CUSTOM = Introduction("", "A benchmark that was added here. Models see the plain image and the question of each case.")
"""Introduction of a benchmark outside the registry, of which only the contents are known."""


def get_introduction(benchmark_id: str) -> Introduction:
    """Return the introduction of a benchmark, or `CUSTOM` for one outside the registry."""
    return INTRODUCTIONS.get(benchmark_id, CUSTOM)
