"""The part of Plotly that our charts are drawn with, cut out of the script that Streamlit ships.

That script holds every module of Plotly as `name=wrap({"path"(){...}})`, which runs when another one calls `name()`.
Maps and scenes in space are three quarters of it, and no page has one. What nobody calls any more, once the list of
traces names ours alone, is left out; no line is changed otherwise.
"""

import re
from itertools import pairwise

SCRIPT = "PlotlyChart.D9Z0_fxz.js"
"""Streamlit's file, whose name holds a checksum: another version has another name, and is served whole."""

TRACES = frozenset({"bar", "heatmap"})
"""The sorts of traces that charts have, beside lines and points, which Plotly always has."""

_MODULE = re.compile(r'(?P<name>[\w$]+)=[\w$]+\(\{"(?P<path>[^"]+)"\(')
_CALLED = re.compile(r"([\w$]+)\(\)")
_LISTED = re.compile(r"(?<=\.register\(\[)[\w$(),]+(?=\]\),)")
_ENTRY = '"lib/index.js"('
"""Begins the module that is Plotly's own list, after all others."""

_END = "}}),"
"""Ends a module that another one follows at once; else the functions of the next one stand between."""


def part_of(script: str) -> str:
    """The script without the modules that no chart of ours needs."""
    found = list(_MODULE.finditer(script))
    names = [module["name"] for module in found]
    starts = [module.start() for module in found]
    texts = [script[start:end] for start, end in pairwise(starts)]
    paths = {module["name"]: module["path"] for module in found}
    head, tail = script[: starts[0]], _LISTED.sub(lambda listed: _ours(listed[0], paths), script[starts[-1] :])
    needed = _reached(head + tail[tail.index(_ENTRY) :], dict(zip(names, texts, strict=False)))
    kept = [head]
    for place, text in enumerate(texts):
        is_next_needed = place + 1 == len(texts) or names[place + 1] in needed
        if names[place] in needed or (is_next_needed and not text.endswith(_END)):
            kept.append(text)
    return "".join([*kept, tail])


def _ours(listed: str, paths: dict[str, str]) -> str:
    """Of a list of calls that register traces, those of ours."""
    wanted = {f"lib/{trace}.js" for trace in TRACES}
    return ",".join(call for call in listed.split(",") if paths[call.removesuffix("()")] in wanted)


def _reached(root: str, texts: dict[str, str]) -> set[str]:
    """The names of the modules that are called from a text, or from one of those that are."""
    reached: set[str] = set()
    todo = [root]
    while todo:
        called = set(_CALLED.findall(todo.pop())) & texts.keys() - reached
        reached |= called
        todo += [texts[name] for name in called]
    return reached
