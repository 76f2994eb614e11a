"""Which parser read the replies that the figures of a page come from, in a sentence."""

from dashboard.data.queries import get_benchmark_info

_NOTE_BY_KIND = {
    "choice": "Replies are read by the parser *careful*, which takes the answer with the strongest evidence; the page "
    "Bias compares it with published parsers.",
    "name": "Names are read out of free text by the strongest evidence.",
}
_SIX_KEYS_NOTE = "Replies are read as JSON where they are JSON, else searched for the six keys."


def describe_parser() -> str:
    """Return which parser read the replies of the benchmark that is shown."""
    kinds = dict.fromkeys(question.kind for question in get_benchmark_info().questions.values())
    notes = [_NOTE_BY_KIND[kind] for kind in kinds if kind in _NOTE_BY_KIND]
    return " ".join(notes or [_SIX_KEYS_NOTE])
