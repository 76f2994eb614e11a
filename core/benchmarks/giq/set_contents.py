"""GIQ's prompt, words, questions, measures, contrasts, sets of cases and the paper's means."""

from core.benchmarks.cases import CaseMeasure
from core.benchmarks.choice.items import TEXT
from core.benchmarks.data import Contrast, CurveSpec, MarginSpec, SetProtocol, Terminology, TruthSource
from core.benchmarks.giq import symmetry
from core.benchmarks.giq.items import SAME
from core.benchmarks.giq.pair_rules import LEAST_TURN
from core.benchmarks.publications import DEFINED_HERE, PublishedMean
from core.toml_tables import load_rows

BENCHMARK_ID = "giq"

PROMPT = f"{TEXT}\nEnd with the answer alone: the letter of the right option, or the name where there are no options."

WORDS = Terminology(
    "item", "items", "solid or pair", "solids and pairs", "accuracy",
    "Accuracy is the share of the readable answers that are correct, of all questions together: a reply about one "
    "image to name counts three times (name, group, family), all others once. The paper scores each task alone.",
)  # fmt: skip

OUTLINE = TruthSource("outline", "outline", "foil", "the outline (image plane)")

TITLES = {
    symmetry.CENTRAL: "Central symmetry",
    symmetry.FOURFOLD: "4-fold axis",
    symmetry.FIVEFOLD: "5-fold axis",
    SAME: "Same solid",
}

MEASURES = (
    CaseMeasure("outline_overlap", "Overlap of outlines after a turn in the plane"),
    CaseMeasure("view_deg", "Angle between the directions of view", "°"),
    CaseMeasure("turn_deg", "Rotation between the cameras, with roll", "°"),
    CaseMeasure(LEAST_TURN, "Smallest rotation that explains both images", "°"),
)

DOMAIN = "domain"

PHOTOGRAPHED = Contrast(
    "photographs", "photograph minus rendering", "a photograph in place of a rendering", DOMAIN, ("photograph",),
    ("rendering",),
)  # fmt: skip
"""Contrast between images of the same solids, paired by solid."""

CURVES = (
    CurveSpec(
        SAME, "turned", LEAST_TURN, "smallest rotation between two images of the same solid", "°", 10.0,
        "All these pairs show the same solid, so a model that always answers *same* is right at every angle. Look at "
        "the slope, not the level.",
    ),
)  # fmt: skip
"""Curve by rotation. For people, its slope is a classic result: the larger the rotation, the slower and less accurate.

Source: R. Shepard, J. Metzler, "Mental Rotation of Three-Dimensional Objects" (1971).
"""

MARGINS = (MarginSpec(SAME, "share of pixels that differ between the two solids, however one is turned", "%"),)

VIEWS = SetProtocol("views", "named right in all views of a solid", DEFINED_HERE)

AGGREGATES = tuple(load_rows(__file__, "aggregates.toml", PublishedMean).values())
