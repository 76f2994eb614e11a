"""A sentence on the parser behind the figures of a page."""

from dashboard.data.benchmark_info import get_benchmark_info

_NOTE_BY_KIND = {
    "choice": "Replies are parsed by *careful*, which takes the answer with the strongest evidence; the page "
    "Bias compares it with published parsers.",
    "name": "Names and sets of letters are read from free text by the strongest evidence.",
}
_SIX_KEYS_NOTE = "Replies are parsed as JSON if possible, else searched for the six keys."


def describe_parser() -> str:
    """Describe the parser for the replies of the current benchmark."""
    kinds = dict.fromkeys(question.kind for question in get_benchmark_info().questions.values())
    notes = [_NOTE_BY_KIND[kind] for kind in kinds if kind in _NOTE_BY_KIND]
    return " ".join(notes or [_SIX_KEYS_NOTE])
