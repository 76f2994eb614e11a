"""Case ids mentioned in texts that a program wrote beside prompt and reply; only whole ids count."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from core.importers.row_metadata import NAME_CHARACTERS

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 16
"""Maximum number of words in an id, so that long texts stay cheap to search."""


class CaseIdIndex:
    """Index of the ids of several benchmarks, for searching texts. If two ids match at one position, the longer counts.

    An id without a digit or without a letter is indistinguishable from a word or a number, so alone it names no case.
    """

    def __init__(self, ids: Mapping[str, Iterable[str]]) -> None:
        """Index the ids of each benchmark."""
        self._owners: defaultdict[str, list[str]] = defaultdict(list)
        for benchmark_id, own in ids.items():
            for case_id in own:
                if is_telling(case_id):
                    self._owners[case_id].append(benchmark_id)

    def find_mentioned_ids(self, texts: Iterable[str]) -> dict[str, set[str]]:
        """Return the ids that the texts mention, by benchmark."""
        found: defaultdict[str, set[str]] = defaultdict(set)
        for text in texts:
            for case_id in self._search(text.strip()) if len(text) < NAME_CHARACTERS else ():
                for benchmark_id in self._owners[case_id]:
                    found[benchmark_id].add(case_id)
        return dict(found)

    def _search(self, text: str) -> list[str]:
        if text in self._owners:
            return [text]
        words = list(_WORD.finditer(text))
        found: list[str] = []
        place = 0
        while place < len(words):
            start = words[place].start()
            ends = range(min(len(words), place + _MOST_WORDS) - 1, place - 1, -1)
            end = next((end for end in ends if text[start : words[end].end()] in self._owners), None)
            if end is not None:
                found.append(text[start : words[end].end()])
            place = place + 1 if end is None else end + 1
        return found


def is_telling(case_id: str) -> bool:
    """Return whether an id alone can name a case."""
    return any(sign.isdigit() for sign in case_id) and any(sign.isalpha() for sign in case_id)
