"""A table of models: their mean scores on one shared axis, and the verdict on each question as a button."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from math import ceil

from dashboard.components.mount import create_component
from dashboard.components.ranking import compute_ticks
from dashboard.runtime.session_state import ElementKey, read_sent
from dashboard.style.theme import reserve_height

_VERDICTS = create_component("verdicts", "element", "shape")

HEAD_PX, LINE_PX = 60, 55
"""Heights of the table's rows if no name takes two lines."""

MAX_COLUMNS = 6
"""Maximum number of questions that have columns; cells of more are below the model, each with its question."""

CELLS_PER_LINE = 5
"""Number of such cells in a line on a wide screen."""


@dataclass(frozen=True, slots=True)
class VerdictCell:
    """A cell with a verdict.

    Attributes:
        word: of the verdict.
        number: the estimate with its sign.
        interval: of the estimate; empty without one.
        tone: determines the colour.
    """

    question: str
    word: str
    number: str
    interval: str
    tone: str


@dataclass(frozen=True, slots=True)
class VerdictRow:
    """A model on the axis.

    Attributes:
        run_id: reported by a click.
        shape: path of the model's mark, as in `style.markers.PATHS`.
        value, low, high: positions on the axis.
        text: the formatted value.
        says: hover text with interval and counts.
    """

    run_id: str
    label: str
    colour: str
    shape: str
    is_reference: bool
    value: float
    low: float | None
    high: float | None
    text: str
    says: str
    cells: tuple[VerdictCell, ...]


@dataclass(frozen=True, slots=True)
class VerdictHeading:
    """A column of verdicts: its question."""

    question: str
    title: str


def show_verdicts(
    lines: Sequence[VerdictRow],
    heads: Sequence[VerdictHeading],
    ends: tuple[float, float],
    title: str,
    line: tuple[str, float | None],
    key: ElementKey,
    on_open: Callable[[str, str], None],
) -> None:
    """Show the table; a click calls `on_open` with the run and the question.

    Args:
        lines: the models, the best first.
        heads: the questions.
        ends: of the axis.
        title: of the axis.
        line: label and position of a vertical line, such as the score of not looking; None draws none.
        key: of the component.
        on_open: called after a click on a model (`question` is then empty) or on a verdict.
    """
    line_label, line_at = line
    is_shown = line_at is not None and ends[0] <= line_at <= ends[1]
    data = {
        "line_label": line_label,
        "line_at": line_at if is_shown else None,
        "lines": [asdict(line) for line in lines],
        "heads": [asdict(head) for head in heads],
        "low": ends[0],
        "high": ends[1],
        "ticks": compute_ticks(*ends),
        "title": title,
        "has_columns": len(heads) <= MAX_COLUMNS,
    }

    def handle_open() -> None:
        sent = read_sent(key, "opened", dict) or {}
        run_id, question_id = sent.get("run_id"), sent.get("question") or ""
        if isinstance(run_id, str) and isinstance(question_id, str):
            on_open(run_id, question_id)

    n_cell_lines = 1 if len(heads) <= MAX_COLUMNS else ceil(len(heads) / CELLS_PER_LINE) + 1
    reserve_height(key, HEAD_PX + LINE_PX * len(lines) * n_cell_lines)
    _VERDICTS(key=key, data=data, on_opened_change=handle_open)
