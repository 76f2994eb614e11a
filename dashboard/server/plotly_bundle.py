"""The part of Plotly that the dashboard's charts need, cut out of the script that ships with Streamlit.

That script holds every module of Plotly as `name=wrap({"path"(){...}})`, which runs when another one calls `name()`.
Maps and 3D scenes are three quarters of it, and no page has one. The lists of traces and of components are reduced to
those in use, and modules that are then unreachable are left out; no other line is changed.
"""

import re
from collections.abc import Callable
from itertools import pairwise

SCRIPT = "PlotlyChart.D9Z0_fxz.js"
"""Streamlit's file, whose name holds a checksum: another version has another name, and is served unchanged."""

TRACES = frozenset({"bar", "heatmap"})
"""The types of traces in charts, beside lines and points, which Plotly always includes."""

UNUSED = frozenset({"annotations3d", "grid", "images", "rangeselector", "rangeslider", "sliders", "updatemenus"})
"""The components that no chart has. Plotly looks up each in its registry by name, and works without missing ones.
"""

_MODULE = re.compile(r'(?P<name>[\w$]+)=[\w$]+\(\{"(?P<path>[^"]+)"\(')
_CALLED = re.compile(r"([\w$]+)\(\)")
_TRACES = re.compile(r"(?<=\.register\(\[)[\w$(),]+(?=\]\),)")
_COMPONENTS = re.compile(r"(?<=\),t\(\[)[\w$(),]+(?=\]\),t\(\[)")
_CORE = "src/core.js"
"""The Plotly module that lists its components."""

_ENTRY = '"lib/index.js"('
"""Beginning of the module with Plotly's own list of traces, which comes last."""

_END = "}}),"
"""End of a module that is directly followed by another; otherwise functions of the next one come in between."""

_OF_MAPS = "node_modules/maplibre-gl/"
"""Beginning of the paths of map modules, excluded even if a needed module has a function of the same name."""


def strip_unused_modules(script: str) -> str:
    """Return the script without the modules that no chart needs."""
    found = list(_MODULE.finditer(script))
    names = [module["name"] for module in found]
    paths = [module["path"] for module in found]
    starts = [module.start() for module in found]
    texts = [script[start:end] for start, end in pairwise(starts)]
    path_of = dict(zip(names, paths, strict=True)).__getitem__
    core = paths.index(_CORE)
    texts[core] = _filter_calls(_COMPONENTS, texts[core], lambda name: _is_used(path_of(name)))
    head, tail = script[: starts[0]], _filter_calls(_TRACES, script[starts[-1] :], lambda name: _is_ours(path_of(name)))
    modules = zip(names, paths, texts, strict=False)
    needed = _find_reachable_modules(
        head + tail[tail.index(_ENTRY) :], {name: text for name, path, text in modules if not path.startswith(_OF_MAPS)}
    )
    kept = [head]
    for place, text in enumerate(texts):
        is_next_needed = place + 1 == len(texts) or names[place + 1] in needed
        if names[place] in needed or (is_next_needed and not text.endswith(_END)):
            kept.append(text)
    return "".join([*kept, tail])


def _filter_calls(listed: re.Pattern[str], text: str, is_wanted: Callable[[str], bool]) -> str:
    """Reduce the list of calls in a text to the wanted names."""

    def wanted(found: re.Match[str]) -> str:
        return ",".join(call for call in found[0].split(",") if is_wanted(call.removesuffix("()")))

    return listed.sub(wanted, text)


def _is_ours(path: str) -> bool:
    return path in {f"lib/{trace}.js" for trace in TRACES}


def _is_used(path: str) -> bool:
    return path not in {f"src/components/{name}/index.js" for name in UNUSED}


def _find_reachable_modules(root: str, texts: dict[str, str]) -> set[str]:
    """Return the names of the modules that a text calls, directly or through other modules."""
    reached: set[str] = set()
    todo = [root]
    while todo:
        called = set(_CALLED.findall(todo.pop())) & texts.keys() - reached
        reached |= called
        todo += [texts[name] for name in called]
    return reached
