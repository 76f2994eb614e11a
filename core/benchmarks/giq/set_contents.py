"""GIQ's prompt, words, questions, measures, contrasts, sets of cases and the paper's means."""

from core.benchmarks.cases import CaseMeasure
from core.benchmarks.choice.circular import CIRCULAR
from core.benchmarks.choice.items import TEXT
from core.benchmarks.data import Contrast, CurveSpec, MarginSpec, SetProtocol, Terminology, TruthSource
from core.benchmarks.giq import mental_rotation, naming, symmetry
from core.benchmarks.giq.items import NAMING, SAME
from core.benchmarks.giq.pair_rules import LEAST_TURN
from core.benchmarks.publications import DEFINED_HERE, PublishedMean

BENCHMARK_ID = "giq"

PROMPT = f"{TEXT}\nEnd with the answer alone: the letter of the right option, or the name where there are no options."

WORDS = Terminology(
    "item", "items", "solid or pair", "solids and pairs", "accuracy",
    "Accuracy is the share of the readable answers that are right, of all questions together: a reply about one "
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

MARGINS = (MarginSpec(SAME, "pixels off from every view of the other solid", "%"),)

VIEWS = SetProtocol("views", "named right in all views of a solid", DEFINED_HERE)

_SITE = "GIQ, symmetry detection"

_PAPER = "GIQ, zero-shot classification"

_BALANCED = {label: f"Balanced accuracy, {TITLES[label][0].lower()}{TITLES[label][1:]}" for label in symmetry.QUESTIONS}

AGGREGATES = (
    PublishedMean(
        NAMING, "Naming, mean of groups", ("solid_group",), "cells", _PAPER, None, "question", (naming.NAME,)
    ),
    PublishedMean(
        "naming_of_three",
        "Naming from three images, mean of groups",
        ("solid_group",),
        "cells",
        f"{_PAPER}, three views",
        None,
        "question",
        (naming.THREE,),
    ),
    *(
        PublishedMean(label, title, ("right_is",), "cells", _SITE, None, "question", (label,))
        for label, title in _BALANCED.items()
    ),
    PublishedMean(
        "symmetry",
        "Mean of balanced accuracies",
        ("question", "right_is"),
        "cells",
        DEFINED_HERE,
        None,
        "question",
        tuple(symmetry.QUESTIONS),
    ),
    PublishedMean(
        "hard_pairs",
        "Hard pairs",
        ("pair",),
        "answers",
        "GIQ, mental rotation",
        None,
        "pair",
        (mental_rotation.HARD, mental_rotation.HARD_BY_FAMILY),
    ),
    PublishedMean(
        "pairs_in_both_orders",
        "Same solid, right in both orders",
        ("question",),
        "answers",
        DEFINED_HERE,
        CIRCULAR.protocol,
        "question",
        (SAME,),
    ),
)
