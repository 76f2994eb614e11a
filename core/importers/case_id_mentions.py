"""Ids of cases in texts that a program wrote beside prompt and reply: whole ones, between signs that are no letters."""

import re
from collections import defaultdict
from collections.abc import Iterable, Mapping

from core.importers.row_metadata import NAME_CHARACTERS

_WORD = re.compile(r"[^\W_]+")
_MOST_WORDS = 16
"""Of an id; a text of many words stays cheap."""


class CaseIdIndex:
    """The ids of several benchmarks, to be looked for in texts. Of two ids in one place the longer one counts.

    An id without a digit or without a letter is a word or a number like any other: it names nothing by itself.
    """

    def __init__(self, ids: Mapping[str, Iterable[str]]) -> None:
        """Takes the ids by benchmark."""
        self._owners: defaultdict[str, list[str]] = defaultdict(list)
        for benchmark_id, own in ids.items():
            for case_id in own:
                if is_telling(case_id):
                    self._owners[case_id].append(benchmark_id)

    def find_mentioned_ids(self, texts: Iterable[str]) -> dict[str, set[str]]:
        """The ids that the texts name, by benchmark."""
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
    """Whether an id can name a case by itself."""
    return any(sign.isdigit() for sign in case_id) and any(sign.isalpha() for sign in case_id)
