"""Search for text that a page passes to Streamlit as markup, or escapes without need, element by element."""

import json
import re
from collections.abc import Iterator

from google.protobuf.descriptor import FieldDescriptor
from google.protobuf.message import Message

from core.formatting import escape_markdown
from tests.hostile_benchmark import SIGNS

LITERAL = {
    "BidiComponent": ("json", "mixed"),
    "Code": ("code_text",),
    "Dataframe": ("columns",),
    "FileUploader": ("type",),
    "MultiSelect": ("options", "default", "placeholder", "raw_values"),
    "NumberInput": ("placeholder",),
    "PageLink": ("query_string", "page"),
    "Selectbox": ("options", "placeholder", "raw_value"),
    "Text": ("body",),
    "TextArea": ("default", "placeholder", "value"),
    "TextInput": ("default", "placeholder", "value"),
}
"""Fields by element whose text a browser shows as it is: Streamlit's own documentation names no markup for them."""

NO_TEXT = {
    "alt",
    "id",
    "key",
    "form_id",
    "element_hash",
    "page_script_hash",
    "url",
    "file_name",
    "anchor",
    "icon",
    "color",
}
"""Fields that hold names and addresses."""


def texts_of(message: Message) -> Iterator[tuple[str, str, str]]:
    """Return message type, field name and text of every text in a message."""
    for field, value in message.ListFields():
        values = value if field.is_repeated else [value]
        if field.type == FieldDescriptor.TYPE_MESSAGE and not field.message_type.GetOptions().map_entry:
            for one in values:
                yield from texts_of(one)
        elif field.type == FieldDescriptor.TYPE_STRING and field.name not in NO_TEXT:
            for one in values:
                yield message.DESCRIPTOR.name, field.name, one


UNSEEN = ("customdata", "ids")
"""What a mark of a figure carries, and no template of ours shows."""


def figure_texts(spec: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Return position and text of every visible text of a Plotly figure."""
    if isinstance(spec, dict):
        for name, value in spec.items():
            yield from () if name in UNSEEN else figure_texts(value, f"{path}.{name}")
    elif isinstance(spec, list):
        for value in spec:
            yield from figure_texts(value, path)
    elif isinstance(spec, str):
        yield path, spec


def _is_read(text: str, sign: str) -> bool:
    """Return whether a character is unescaped in Markdown text, or escaped twice, so that backslashes show."""
    if (
        escape_markdown(escape_markdown(sign)) != escape_markdown(sign)
        and escape_markdown(escape_markdown(sign)) in text
    ):
        return True
    begins = "^" if escape_markdown(f"x {sign}") == f"x {sign}" else ""
    return (
        escape_markdown(sign) != sign
        and re.search(rf"{begins}(?<!\\){re.escape(sign)}", text, re.MULTILINE) is not None
    )


def faults_of(node: object, signs: tuple[str, ...] = SIGNS) -> Iterator[str]:
    """Return the texts of a page element that would be read as markup or shown with backslashes."""
    kind, proto = node.type, node.proto
    if proto is None:
        return
    if kind == "plotly_chart":
        for path, text in figure_texts(json.loads(proto.spec)):
            read = (sign for sign in signs if "<" in sign or (path.endswith("template") and "%{" in sign))
            yield from (f"figure{path}: {text!r}" for sign in read if sign.removeprefix("# h ") in text)
        return
    if kind == "table":
        table = node.value
        cells = [*map(str, table.columns), *map(str, table.to_numpy().ravel())]
        yield from (f"table: {cell!r}" for cell in cells for sign in signs if _is_read(cell, sign))
        return
    for message, field, text in texts_of(proto):
        if field in LITERAL.get(message, ()):
            yield from (
                f"{message}.{field}: {text!r}"
                for sign in signs
                if escape_markdown(sign) != sign and escape_markdown(sign) in text
            )
        else:
            yield from (f"{message}.{field}: {text!r}" for sign in signs if _is_read(text, sign))
