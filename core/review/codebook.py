"""The state of a review: the codebook, and each coder's decisions, replayed from the entries."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime

from core.digest import compute_digest
from core.review.cohorts import Cohort, choose_free_name, fold_name, replay_cohorts
from core.review.entries import (
    AnswerCoded,
    AnswerKey,
    CodeDefined,
    CodeMerged,
    CodeSplit,
    Entry,
    EntryWithdrawn,
    SampleDrawn,
)

FROM_SEARCH = "search"
"""Name of the queue of answers that were coded at once, from the results of a search."""

CHOSEN_QUEUES = frozenset({FROM_SEARCH, "filter", "disagree"})
"""Names of the queues whose answers were chosen for what they are, not at random."""

UNSURE = "unsure"
"""Stands in for a code if the coder is unsure."""


@dataclass(frozen=True, slots=True)
class FailureCode:
    """A code of the codebook.

    Attributes:
        colour: index of its colour.
        history: its former names and what happened to it, oldest first: time, author and a sentence.
        merged_into: id of the code that replaced it; empty if none did.
        split_into: ids of the codes that its answers wait for; empty unless it was split.
    """

    code_id: str
    name: str
    definition: str
    example: AnswerKey | None
    colour: int
    history: tuple[tuple[datetime, str, str], ...] = ()
    merged_into: str = ""
    split_into: tuple[str, ...] = ()

    @property
    def is_active(self) -> bool:
        """Return whether it can be given to answers."""
        return not self.merged_into and not self.split_into


@dataclass(frozen=True, slots=True)
class ReviewState:
    """The codebook, the samples, and the decisions of a benchmark's review.

    Attributes:
        codes: every code by id, in the order of their definition.
        decisions: the latest decision by answer and coder, coders in the order of their first decision.
        samples: by id, the newest first.
        cohorts: by name.
    """

    codes: Mapping[str, FailureCode] = field(default_factory=dict)
    decisions: Mapping[AnswerKey, Mapping[str, AnswerCoded]] = field(default_factory=dict)
    samples: Mapping[str, SampleDrawn] = field(default_factory=dict)
    cohorts: Mapping[str, Cohort] = field(default_factory=dict)

    @property
    def active_codes(self) -> list[FailureCode]:
        """The codes that can be given to answers."""
        return [code for code in self.codes.values() if code.is_active]

    @property
    def coders(self) -> list[str]:
        """Names of all coders, the one with the most decisions first."""
        counts = Counter(coder for decisions in self.decisions.values() for coder in decisions)
        return [coder for coder, _ in counts.most_common()]

    def resolve_code(self, code_id: str) -> str:
        """Return the id of the code that a code has become by merges."""
        visited = set[str]()
        while code_id in self.codes and self.codes[code_id].merged_into and code_id not in visited:
            visited.add(code_id)
            code_id = self.codes[code_id].merged_into
        return code_id

    def get_code(self, decision: AnswerCoded) -> str:
        """Return the id of a decision's code after merges, `UNSURE`, or an empty text for a skipped answer."""
        if decision.verdict != "coded":
            return UNSURE if decision.verdict == "unsure" else ""
        return self.resolve_code(decision.code_id)

    def get_final_codes(self, coder: str | None = None) -> dict[AnswerKey, str]:
        """Return the code by answer: of a coder, or of the coder who decided first; skipped answers are left out."""
        codes = {}
        for key, decisions in self.decisions.items():
            decision = next(iter(decisions.values())) if coder is None else decisions.get(coder)
            code = self.get_code(decision) if decision is not None else ""
            if code:
                codes[key] = code
        return codes

    def get_sample_codes(self, sample: SampleDrawn, coder: str | None = None) -> dict[AnswerKey, str]:
        """Return the code by answer of a sample, as far as its answers were reviewed in their random order.

        Answers behind the first undecided one are left out: they have codes from a search or a filter, so they were
        chosen for what they are, and would make rates wrong.
        """
        is_reached, n_reached = True, 0
        for number, answer in enumerate(sample.answers, start=1):
            decisions = self.decisions.get(answer, {}).values()
            is_reached = is_reached and bool(decisions)
            if is_reached and any(decision.queue not in CHOSEN_QUEUES for decision in decisions):
                n_reached = number
        codes = self.get_final_codes(coder)
        return {answer: codes[answer] for answer in sample.answers[:n_reached] if answer in codes}

    def list_coded_answers(
        self, code_id: str, sample_id: str | None = None, coder: str | None = None
    ) -> set[AnswerKey]:
        """Return the answers with a code, of one sample or of all, by one coder or by the first coder of each."""
        sample = self.samples.get(sample_id or "")
        codes = self.get_final_codes(coder) if sample is None else self.get_sample_codes(sample, coder)
        return {key for key, own_id in codes.items() if own_id == code_id}

    def count_codes(self) -> Counter[str]:
        """Count the answers of each code."""
        return Counter(self.get_final_codes().values())

    def name_code(self, code_id: str) -> str:
        """Return the name of a code; `Unsure` for `UNSURE`."""
        return "Unsure" if code_id == UNSURE else self.codes[code_id].name if code_id in self.codes else "Unknown cause"

    def find_code_by_name(self, name: str) -> FailureCode | None:
        """Return the active code with a name, ignoring case and spaces; None if there is none."""
        wanted_name = fold_name(name)
        return next((code for code in self.active_codes if fold_name(code.name) == wanted_name), None)


def replay_entries(entries: Iterable[Entry], benchmark_id: str) -> ReviewState:
    """Return the state that the entries of a benchmark lead to.

    A later code with the name of another one, as after a merge of two coders' files, gets a number.

    Args:
        entries: in the order of their times.
        benchmark_id: of the benchmark; entries of others are ignored.
    """
    of_benchmark = [entry for entry in entries if entry.benchmark_id == benchmark_id]
    codes: dict[str, FailureCode] = {}
    for entry in of_benchmark:
        _apply_to_codebook(codes, entry)
    _number_equal_names(codes)
    samples = {entry.entry_id: entry for entry in reversed(of_benchmark) if isinstance(entry, SampleDrawn)}
    return ReviewState(codes, _collect_decisions(of_benchmark), samples, replay_cohorts(of_benchmark, benchmark_id))


def make_code_id(state: ReviewState, name: str, author: str) -> str:
    """Return the id of a new code; coders who name the same code independently get different ids."""
    return compute_digest([name, author, *state.codes])[:16]


def count_since_new_code(state: ReviewState, coder: str) -> tuple[int, int]:
    """Return the number of a coder's coded answers, and how many of the last ones used codes that had occurred before.

    A code is new the first time that this coder gives it. Answers of a search that were coded at once do not count.
    """
    decisions = sorted(
        (by_coder[coder] for by_coder in state.decisions.values() if coder in by_coder),
        key=lambda decision: decision.written_at,
    )
    codes = [
        state.get_code(decision)
        for decision in decisions
        if decision.verdict == "coded" and decision.queue != FROM_SEARCH
    ]
    last_new = max((number for number, code in enumerate(codes) if code not in codes[:number]), default=-1)
    return len(codes), len(codes) - 1 - last_new


def _collect_decisions(entries: list[Entry]) -> dict[AnswerKey, dict[str, AnswerCoded]]:
    decided = {entry.entry_id: entry for entry in entries if isinstance(entry, AnswerCoded)}
    withdrawn = {
        entry.withdrawn_id
        for entry in entries
        if isinstance(entry, EntryWithdrawn)
        and entry.withdrawn_id in decided
        and fold_name(decided[entry.withdrawn_id].author) == fold_name(entry.author)
    }
    names: dict[str, str] = {}
    decisions: defaultdict[AnswerKey, dict[str, AnswerCoded]] = defaultdict(dict)
    for entry_id, entry in decided.items():
        if entry_id not in withdrawn:
            coder = names.setdefault(fold_name(entry.author), entry.author)
            decisions[entry.key][coder] = entry
    return dict(decisions)


def _apply_to_codebook(codes: dict[str, FailureCode], entry: Entry) -> None:
    if isinstance(entry, CodeDefined):
        before = codes.get(entry.code_id)
        if before is None:
            sentence = f"defined as “{entry.name}”"
        elif before.name != entry.name:
            sentence = f"renamed from “{before.name}” to “{entry.name}”"
        else:
            sentence = "definition, example or colour changed"
        codes[entry.code_id] = FailureCode(
            entry.code_id,
            entry.name,
            entry.definition,
            entry.example,
            entry.colour,
            history=(*(before.history if before else ()), (entry.written_at, entry.author, sentence)),
            merged_into=before.merged_into if before else "",
            split_into=before.split_into if before else (),
        )
    elif isinstance(entry, CodeMerged) and {entry.code_id, entry.into_id} <= codes.keys():
        if _find_target(codes, entry.into_id) != entry.code_id:  # a merge of merged files must not make a circle
            change = f"merged into “{codes[entry.into_id].name}”"
            codes[entry.code_id] = _record(codes[entry.code_id], entry, change, merged_into=entry.into_id)
    elif isinstance(entry, CodeSplit) and entry.code_id in codes:
        names = ", ".join(f"“{codes[code_id].name}”" for code_id in entry.into_ids if code_id in codes)
        codes[entry.code_id] = _record(codes[entry.code_id], entry, f"split into {names}", split_into=entry.into_ids)


def _number_equal_names(codes: dict[str, FailureCode]) -> None:
    names = list[str]()
    for code_id, code in codes.items():
        if code.is_active:
            names.append(choose_free_name(code.name, names))
            codes[code_id] = replace(code, name=names[-1])


def _find_target(codes: Mapping[str, FailureCode], code_id: str) -> str:
    while codes[code_id].merged_into in codes:
        code_id = codes[code_id].merged_into
    return code_id


def _record(code: FailureCode, entry: Entry, sentence: str, **changes: object) -> FailureCode:
    history = (*code.history, (entry.written_at, entry.author, sentence))
    return replace(code, history=history, **changes)  # type: ignore[arg-type]
