"""Common contents of all 3DSRBench sets, generated or released: titles, sets, scores and means."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from core.benchmarks.cases import CaseSet
from core.benchmarks.choice.circular import CIRCULAR, ROTATION, STRICT_FLIP
from core.benchmarks.choice.items import TEXT, ChoiceItem
from core.benchmarks.data import MarginSpec, SetProtocol, Terminology
from core.benchmarks.publications import DEFINED_HERE, PublishedMean
from core.benchmarks.threedsr.published import MODELS_WEIGHTS, SYNTHETIC_WEIGHTS
from core.benchmarks.threedsr.row_ids import RowId, read_id
from core.benchmarks.threedsr.scene import COMMON, UNCOMMON
from core.benchmarks.threedsr.vocabulary import SUBTYPES, TYPE_TITLES, TYPES
from core.factors import Factor

TYPE, SPLIT, VIEWPOINT, MIRRORED, WORDING, FLAT = "type", "split", "viewpoint", "mirrored", "wording", "flat_picture"
"""Factor keys."""

SPLITS = ("common", "uncommon")
AGREES, DIFFERS = "agrees", "differs"

PROMPT = f"Question: {TEXT}\nPlease select the correct answer from the options above. "
"""The toolkit's prompt, including its line `Options:`.

Source: VLMEvalKit's multiple-choice prompt, as listed in docs/benchmarks/threedsr.md.
"""

OPTIONS_LINE = "\nOptions:"

WORDS = Terminology(
    "question", "questions", "scene", "scenes", "accuracy",
    "Accuracy is the share of the readable answers that are correct.",
)  # fmt: skip

OFFICIAL = replace(CIRCULAR, source="3DSRBench, section 3.4", is_headline=True)
FLIP = SetProtocol("flip", "right in image and mirror image", "3DSRBench, section 3.4 (FlipEval)")
STRICT = replace(STRICT_FLIP, source="VLMEvalKit, flip_circ_eval")
VIEWS = SetProtocol(
    "views", "right in the common and the uncommon view", "3DSRBench, section 3.3; the pairing is our own"
)
OPPOSITES = SetProtocol("opposites", "right in both scenes of a pair with opposite answers", DEFINED_HERE)

_TABLE = "3DSRBench, Table 2"

FACTORS = (
    Factor(TYPE, "Type", levels=TYPES, is_first=True, is_short=True),
    Factor(SPLIT, "Split", levels=SPLITS, is_first=True, is_short=True),
    Factor(VIEWPOINT, "Viewpoint", levels=(COMMON, *UNCOMMON), is_first=True, is_short=True),
    Factor(FLAT, "Flat image", levels=(AGREES, DIFFERS), is_first=True, is_short=True),
    Factor(MIRRORED, "Mirrored", levels=("no", "yes"), is_first=True, is_short=True),
    Factor(WORDING, "Wording", levels=("first", "reversed"), is_first=True, is_short=True),
    Factor(ROTATION, "Options shifted by", levels=tuple("0123"), is_short=True),
)


def list_protocols(sets: Iterable[CaseSet]) -> tuple[SetProtocol, ...]:
    """Return the protocols that have a set."""
    used = {case_set.protocol for case_set in sets}
    return tuple(protocol for protocol in (OFFICIAL, FLIP, STRICT, VIEWS, OPPOSITES) if protocol.protocol in used)


def build_aggregates(used: Iterable[SetProtocol], items: Sequence[ChoiceItem]) -> tuple[PublishedMean, ...]:
    """Build the scores and the rules by which the paper and its code average them.

    Args:
        used: protocols that have sets.
        items: the items; means over types or views that they lack are left out.
    """
    protocols = {protocol.protocol for protocol in used}
    types = [type_name for type_name in TYPES if any(item.factors[TYPE] == type_name for item in items)]
    splits = [split for split in SPLITS if any(item.factors.get(SPLIT) == split for item in items)]
    question = ("question",)
    means = [PublishedMean("vanilla", "Vanilla (every row)", question, "answers", "VLMEvalKit, vanilla")]
    if OFFICIAL.protocol in protocols:
        official = OFFICIAL.protocol
        means += [
            PublishedMean(
                "circular", "Circular (official)", question, "answers", "3DSRBench, official script", official
            ),
            PublishedMean(
                "subtypes", "Circular, subtypes alike", question, "cells", f"{_TABLE}, rows Random", official
            ),
            *(
                PublishedMean(
                    type_name,
                    f"Circular: {TYPE_TITLES[type_name].lower()}",
                    question,
                    "answers",
                    _TABLE,
                    official,
                    of_factor=TYPE,
                    of_levels=(type_name,),
                )
                for type_name in types
            ),
        ]
        if len(types) == len(TYPES):
            means += [
                PublishedMean(
                    "paper",
                    "Circular, weights of the paper",
                    (TYPE,),
                    "stated",
                    _TABLE,
                    official,
                    weights=MODELS_WEIGHTS,
                ),
                *(
                    PublishedMean(
                        f"split_{split}",
                        f"Circular, {split} views",
                        (TYPE,),
                        "stated",
                        "3DSRBench, Table 4",
                        official,
                        of_factor=SPLIT,
                        of_levels=(split,),
                        weights=SYNTHETIC_WEIGHTS,
                    )
                    for split in splits
                ),
            ]
    scores = (("flip", "Flip", FLIP), ("strict", "Flip circular (strict)", STRICT), ("views", "Both views", VIEWS),
           ("opposites", "Both of a pair", OPPOSITES))  # fmt: skip
    means += [
        PublishedMean(key, title, question, "answers", protocol.source, protocol.protocol)
        for key, title, protocol in scores
        if protocol.protocol in protocols
    ]
    return tuple(means)


def build_margins() -> tuple[MarginSpec, ...]:
    """Return the meanings of the subtypes' margins."""
    return tuple(MarginSpec(subtype.subtype, subtype.margin, subtype.unit) for subtype in SUBTYPES.values())


def parse_item_id(item: ChoiceItem) -> RowId:
    """Return the parts of an item's id.

    Raises:
        ValueError: the id has another form.
    """
    parts = read_id(item.item_id)
    if parts is None:
        raise ValueError(f"{item.item_id!r} is not a row id")
    return parts


def build_score_sets(items: Sequence[ChoiceItem]) -> list[CaseSet]:
    """Build the sets of the circular, the flip and the strict score from ids alone; single rows form no set.

    Source: the official script and VLMEvalKit, as listed in docs/benchmarks/threedsr.md.
    """
    sets: dict[tuple[str, str], list[str]] = {}
    for item in items:
        row = parse_item_id(item)
        of_row = ((OFFICIAL, row.group), (FLIP, row.of_pair), (STRICT, row.base))
        for protocol, set_id in of_row:
            sets.setdefault((protocol.protocol, set_id), []).append(item.item_id)
    return [CaseSet(*key, tuple(ids)) for key, ids in sets.items() if len(ids) > 1]
