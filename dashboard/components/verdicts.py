"""A table of models: their mean scores on one shared axis, and the verdict on each question as a button."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass

from core.formatting import format_number
from dashboard.components.mount import create_component
from dashboard.runtime.session_state import read_sent
from dashboard.style.theme import reserve_height

_VERDICTS = create_component("verdicts", "element", "shape")

HEAD_PX, LINE_PX, BARE_LINE_PX, NEEDED_PX = 52, 55, 38, 14
"""Heights of the table's rows if no name takes two lines; a bare line has no verdicts, `needed` is an extra line."""


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """A cell with a verdict.

    Attributes:
        word: of the verdict.
        number: the estimate with its sign.
        interval: of the estimate; empty without one.
        tone: determines the colour.
        needed: for a difference that is not significant, the smallest one that would be.
    """

    question: str
    word: str
    number: str
    interval: str
    tone: str
    needed: str = ""


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A model on the axis.

    Attributes:
        run_id: reported by a click.
        shape: path of the model's mark, as in `charts.shapes`.
        value, low, high, foil: positions on the axis.
        text: the formatted value.
        says: hover text with interval and counts.
        foil_text: the foil's value, with its name; empty without one.
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
    says: str
    foil_text: str = ""
    cells: tuple[VerdictCell, ...] = ()


@dataclass(frozen=True, slots=True)
class VerdictHeading:
    """A column of verdicts: its question, and its comparison."""

    question: str
    title: str
    note: str


def show_verdicts(
    lines: Sequence[VerdictRow],
    heads: Sequence[VerdictHeading],
    marks: dict[str, float],
    ends: tuple[float, float],
    title: str,
    key: str,
    on_open: Callable[[str, str], None],
) -> None:
    """Show the table; a click calls `on_open` with the run and the question.

    Args:
        lines: the models, the best first.
        heads: the questions.
        marks: reference values by name, drawn as vertical lines.
        ends: of the axis.
        title: of the axis.
        key: of the component.
        on_open: called after a click on a model (`question` is then empty) or on a verdict.
    """
    data = {
        "lines": [asdict(line) for line in lines],
        "heads": [asdict(head) for head in heads],
        "marks": [{"text": f"{name} {format_number(at)}", "at": at} for name, at in marks.items()],
        "low": ends[0],
        "high": ends[1],
        "title": title,
    }

    def handle_open() -> None:
        sent = read_sent(key, "opened", dict) or {}
        run_id, question_id = sent.get("run_id"), sent.get("question") or ""
        if isinstance(run_id, str) and isinstance(question_id, str):
            on_open(run_id, question_id)

    heights_px = [
        (LINE_PX if line.cells else BARE_LINE_PX) + (NEEDED_PX if any(cell.needed for cell in line.cells) else 0)
        for line in lines
    ]
    reserve_height(key, HEAD_PX + sum(heights_px))
    _VERDICTS(key=key, data=data, on_opened_change=handle_open)
