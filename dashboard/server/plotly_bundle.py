"""The part of Plotly that our charts are drawn with, cut out of the script that Streamlit ships.

That script holds every module of Plotly as `name=wrap({"path"(){...}})`, which runs when another one calls `name()`.
Maps and scenes in space are three quarters of it, and no page has one. What nobody calls any more, once the lists of
traces and of components name ours alone, is left out; no line is changed otherwise.
"""

import re
from collections.abc import Callable
from itertools import pairwise

SCRIPT = "PlotlyChart.D9Z0_fxz.js"
"""Streamlit's file, whose name holds a checksum: another version has another name, and is served whole."""

TRACES = frozenset({"bar", "heatmap"})
"""The sorts of traces that charts have, beside lines and points, which Plotly always has."""

UNUSED = frozenset({"annotations3d", "grid", "images", "rangeselector", "rangeslider", "sliders", "updatemenus"})
"""The components that no chart has. Plotly asks its registry for each by name, and does without those that it has not.
"""

_MODULE = re.compile(r'(?P<name>[\w$]+)=[\w$]+\(\{"(?P<path>[^"]+)"\(')
_CALLED = re.compile(r"([\w$]+)\(\)")
_TRACES = re.compile(r"(?<=\.register\(\[)[\w$(),]+(?=\]\),)")
_COMPONENTS = re.compile(r"(?<=\),t\(\[)[\w$(),]+(?=\]\),t\(\[)")
_CORE = "src/core.js"
"""Plotly's module that lists its components."""

_ENTRY = '"lib/index.js"('
"""Begins the module that is Plotly's own list of traces, after all others."""

_END = "}}),"
"""Ends a module that another one follows at once; else the functions of the next one stand between."""

_OF_MAPS = "node_modules/maplibre-gl/"
"""Begins the paths of modules of maps, even where one has the name of a function within a module that is needed."""


def strip_unused_modules(script: str) -> str:
    """The script without the modules that no chart of ours needs."""
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
    """A text whose list of calls has those alone whose names are wanted."""

    def wanted(found: re.Match[str]) -> str:
        return ",".join(call for call in found[0].split(",") if is_wanted(call.removesuffix("()")))

    return listed.sub(wanted, text)


def _is_ours(path: str) -> bool:
    return path in {f"lib/{trace}.js" for trace in TRACES}


def _is_used(path: str) -> bool:
    return path not in {f"src/components/{name}/index.js" for name in UNUSED}


def _find_reachable_modules(root: str, texts: dict[str, str]) -> set[str]:
    """The names of the modules that are called from a text, or from one of those that are."""
    reached: set[str] = set()
    todo = [root]
    while todo:
        called = set(_CALLED.findall(todo.pop())) & texts.keys() - reached
        reached |= called
        todo += [texts[name] for name in called]
    return reached
