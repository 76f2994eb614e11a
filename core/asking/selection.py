"""Choosing photographs by a short text: `condition=T0,T1;triangle=037`."""

from collections.abc import Iterable

from core.errors import SelectionError
from core.records import FACTORS, Photograph

FIELDS = {
    "photograph": "photograph_id",
    "triangle": "triangle_id",
    **{factor.key: factor.column for factor in FACTORS if factor.is_known_before},
    "side": "side_class_3d",
    "angle": "angle_class_3d",
}
"""Names in a filter, and the fields of `Photograph` that they mean; `side` and `angle` are short for those in 3D."""


def select(photographs: Iterable[Photograph], text: str) -> list[Photograph]:
    """The photographs that match every part of the text, in order of their ids; all of them if it is empty.

    Semicolons separate the parts, each `name=value,value`: a name of `FIELDS`, and values of which one has to match.

    Raises:
        SelectionError: a part has another form or an unknown name or value, or no photograph matches.
    """
    chosen = sorted(photographs, key=lambda photograph: photograph.photograph_id)
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, equals, listed = (piece.strip() for piece in part.partition("="))
        values = {value.strip() for value in listed.split(",") if value.strip()}
        if name not in FIELDS or not equals or not values:
            raise SelectionError(f"{part!r} is not a valid filter. Write name=value,value; names: {', '.join(FIELDS)}.")
        if name == "triangle":
            values = {value.zfill(3) for value in values}
        known = {getattr(photograph, FIELDS[name]) for photograph in chosen}
        if unknown := sorted(values - known):
            shown = ", ".join(sorted(known)[:12]) + (", ..." if len(known) > 12 else "")
            raise SelectionError(f"{name}={','.join(unknown)} matches no remaining photograph. Choose from {shown}.")
        chosen = [photograph for photograph in chosen if getattr(photograph, FIELDS[name]) in values]
    return chosen
