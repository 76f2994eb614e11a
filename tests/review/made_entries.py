"""Helpers that write review entries."""

from core.review.entries import AnswerKey
from core.review.review_file import EntryAuthor, append_entries

ADA, BOB = EntryAuthor("dots", "Ada"), EntryAuthor("dots", "Bob")


def make_key(number, run="run-1"):
    return AnswerKey(run, f"case-{number}", "Q1")


def define(folder, name, code_id, author=ADA, **fields):
    return append_entries(folder, author, [{"kind": "code", "name": name, "code_id": code_id, **fields}])[0]


def decide(folder, number, code_id="", author=ADA, run="run-1", **fields):
    verdict = fields.pop("verdict", "coded" if code_id else "unsure")
    fields = {"kind": "answer", "code_id": code_id, "verdict": verdict, **make_key(number, run).to_fields(), **fields}
    return append_entries(folder, author, [fields])[0]


def decide_many(folder, name, count=10):
    """Write decisions one after the other; runs in a separate process."""
    for number in range(count):
        decide(folder, number, author=EntryAuthor("dots", name))
