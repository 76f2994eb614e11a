"""A ranked chart of models: verdicts in words beside each name, and the score with its interval on a shared axis."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass

from core.analyses.verdict_phrases import VerdictPhrase
from core.formatting import format_number
from dashboard.components.mount import create_component
from dashboard.runtime.session_state import ElementKey, read_sent
from dashboard.style.theme import reserve_height

_RANKING = create_component("ranking", "element", "shape")

HEAD_PX, LINE_PX, PART_PX, NAME_PX, PHRASE_PX = 66, 15, 32, 35, 21
"""Heights of the parts: the head, a line's name, a heading, a row with the name alone, and each verdict in words."""

WRAPPED_HEAD_PX = 28
"""How much lower the head is where none of its lines wraps."""

_STEPS = (0.5, 1, 2, 5, 10, 20, 25)
_MAX_TICKS = 7


@dataclass(frozen=True, slots=True)
class RankingRow:
    """A model, or a baseline, in the chart.

    Attributes:
        run_id: reported by a click; empty if there is nothing to open.
        shape: path of the model's mark, as in `style.markers.PATHS`.
        value, low, high, foil: positions on the axis, in percent.
        text: the formatted value.
        foil_text: the foil's value, with its name; empty without one.
        hover: text on hover with interval and counts.
        phrases: the verdicts in words.
        note: below the label; empty without one.
    """

    run_id: str
    label: str
    colour: str
    shape: str
    is_reference: bool
    value: float
    low: float | None
    high: float | None
    foil: float | None
    text: str
    foil_text: str
    hover: str
    phrases: tuple[VerdictPhrase, ...] = ()
    note: str = ""


def compute_ticks(low: float, high: float) -> list[float]:
    """Return at most `_MAX_TICKS` round values from `low` to `high`."""
    step = next((candidate for candidate in _STEPS if (high - low) / candidate < _MAX_TICKS), 50)
    first = -int(-low // step)
    return [step * tick for tick in range(first, int(high // step) + 1)]


def show_ranking(
    rows: Sequence[RankingRow],
    reference_lines: Mapping[str, float],
    ends: tuple[float, float],
    title: str,
    key: ElementKey,
    head: str,
    marks: str,
    references_heading: str,
    on_open: Callable[[str, str], None],
) -> None:
    """Show the chart.

    Args:
        rows: from top to bottom, reference models last.
        reference_lines: values by name, drawn as vertical lines with their names in the head.
        ends: of the axis.
        title: of the values.
        key: of the component.
        head: of the column of names.
        marks: what the marks mean, listed in the head.
        references_heading: above the first reference model, if other models are above it.
        on_open: called after a click on a model (`question` is then empty) or on a verdict.
    """

    def open_cases() -> None:
        sent = read_sent(key, "opened", dict) or {}
        run_id, question = sent.get("run_id"), sent.get("question") or ""
        if isinstance(run_id, str) and isinstance(question, str):
            on_open(run_id, question)

    has_parts = len({row.is_reference for row in rows}) > 1
    data = {
        "lines": [asdict(row) for row in rows],
        "marks": [
            {"value": value, "name": f"{name} {format_number(value)}"}
            for name, value in sorted(reference_lines.items(), key=lambda line: line[1])
        ],
        "legend": marks,
        "references_heading": references_heading if has_parts else "",
        "ticks": [int(tick) if tick == int(tick) else tick for tick in compute_ticks(*ends)],
        "low": ends[0],
        "high": ends[1],
        "title": title,
        "head": head,
    }
    unwrapped_px = HEAD_PX + LINE_PX * max(len(reference_lines) - 1, 0) + PART_PX * has_parts + NAME_PX * len(rows)
    unwrapped_px += PHRASE_PX * sum(len(row.phrases) + bool(row.note) for row in rows)
    reserve_height(key, unwrapped_px, unwrapped_px - WRAPPED_HEAD_PX)
    _RANKING(key=key, data=data, on_opened_change=open_cases)
