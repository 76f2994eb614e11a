"""Search of the gallery: cases whose id, question or notes contain typed words."""

import pandas as pd

from dashboard.data.queries import cache_per_generation, run_query
from dashboard.widgets import note_author


def filter_cases(cases: pd.DataFrame, typed: str) -> pd.DataFrame:
    """Return the cases of which id, question and notes together contain every typed word, in any case.

    Args:
        cases: with case_id.
        typed: words, or parts of them; an empty text keeps all cases.
    """
    words = typed.casefold().split()
    if not words:
        return cases
    texts, notes = _load_texts(), _collect_notes()
    is_matching = [
        all(word in f"{texts.get(case_id, case_id)}\n{notes.get(case_id, '')}" for word in words)
        for case_id in cases["case_id"]
    ]
    return cases[is_matching]


@cache_per_generation
def _load_texts() -> dict[str, str]:
    """Return id and question of each case in lower case."""
    rows = run_query("case_texts", case_ids=None)
    return {
        case_id: f"{case_id}\n{text if isinstance(text, str) else ''}".casefold()
        for case_id, text in zip(rows["case_id"], rows["text"], strict=True)
    }


def _collect_notes() -> dict[str, str]:
    """Return labels and texts of the notes on each case in lower case."""
    notes: dict[str, str] = {}
    for note in note_author.load_notes().notes:
        notes[note.case_id] = f"{notes.get(note.case_id, '')}\n{note.label}\n{note.text}".casefold()
    return notes
