"""Tests that codes are renamed, merged and split, decisions are withdrawn, and the file keeps the history."""

from core.review.codebook import UNSURE, count_since_new_code, make_code_id, replay_entries
from core.review.entries import SampleStratum
from core.review.review_file import append_entries, read_entries
from tests.review.made_entries import ADA, BOB, decide, define, make_key

A, B, C = "a" * 16, "b" * 16, "c" * 16


def replay_state(folder, benchmark_id="dots"):
    return replay_entries(read_entries(folder).entries, benchmark_id)


def merge(folder, code_id, into_id):
    append_entries(folder, ADA, [{"kind": "merge", "code_id": code_id, "into_id": into_id}])


def test_a_renamed_code_keeps_its_answers_and_its_history(tmp_path):
    """The new name is shown, and the former name is in the history."""
    define(tmp_path, "Mirror", A)
    decide(tmp_path, 1, A)
    define(tmp_path, "Mirrored answer", A, author=BOB, colour=2)
    code = replay_state(tmp_path).codes[A]
    assert (code.name, code.colour) == ("Mirrored answer", 2)
    assert [sentence for _, _, sentence in code.history] == [
        "defined as “Mirror”", "renamed from “Mirror” to “Mirrored answer”"
    ]  # fmt: skip
    assert replay_state(tmp_path).count_codes() == {A: 1}


def test_merged_codes_count_together_through_chains(tmp_path):
    """A merged code is no longer offered, and a circular chain of merges ends."""
    for name, code_id in (("one", A), ("two", B), ("three", C)):
        define(tmp_path, name, code_id)
    decide(tmp_path, 1, A)
    decide(tmp_path, 2, B)
    merge(tmp_path, A, B)
    merge(tmp_path, B, C)
    merge(tmp_path, C, A)
    state = replay_state(tmp_path)
    assert state.count_codes() == {C: 2}
    assert [code.code_id for code in state.active_codes] == [C]
    assert "merged into “two”" in state.codes[A].history[-1][2]


def test_a_split_code_keeps_its_answers_until_they_are_coded_again(tmp_path):
    """Only the new codes can be assigned; an answer counts for the old code until it has a new one."""
    for name, code_id in (("size", A), ("length", B), ("angle", C)):
        define(tmp_path, name, code_id)
    decide(tmp_path, 1, A)
    decide(tmp_path, 2, A)
    append_entries(tmp_path, ADA, [{"kind": "split", "code_id": A, "into_ids": [B, C]}])
    decide(tmp_path, 2, C)
    state = replay_state(tmp_path)
    assert [code.name for code in state.active_codes] == ["length", "angle"]
    assert state.count_codes() == {A: 1, C: 1}


def test_withdrawing_a_decision_restores_the_previous_decision(tmp_path):
    """Withdrawals are entries too; coders cannot withdraw each other's decisions."""
    define(tmp_path, "one", A)
    define(tmp_path, "two", B)
    decide(tmp_path, 1, A)
    last = decide(tmp_path, 1, B)
    append_entries(tmp_path, BOB, [{"kind": "withdrawal", "withdrawn_id": last.entry_id}])
    assert replay_state(tmp_path).get_final_codes() == {make_key(1): B}
    append_entries(tmp_path, ADA, [{"kind": "withdrawal", "withdrawn_id": last.entry_id}])
    assert replay_state(tmp_path).get_final_codes() == {make_key(1): A}
    assert len(read_entries(tmp_path).entries) == 6


def test_the_first_coder_s_latest_code_counts(tmp_path):
    """A second coder does not change the final code, a new decision of the first coder does; names ignore case."""
    define(tmp_path, "one", A)
    define(tmp_path, "two", B)
    decide(tmp_path, 1, A)
    decide(tmp_path, 1, B, author=BOB)
    assert replay_state(tmp_path).get_final_codes() == {make_key(1): A}
    assert replay_state(tmp_path).get_final_codes("Bob") == {make_key(1): B}
    decide(tmp_path, 1, B, author=ADA.__class__("dots", "ada"))
    state = replay_state(tmp_path)
    assert state.get_final_codes() == {make_key(1): B}
    assert state.coders == ["Ada", "Bob"]


def test_unsure_counts_and_skipped_does_not(tmp_path):
    """An unsure answer has a final code; a skipped answer has none."""
    decide(tmp_path, 1)
    decide(tmp_path, 2, verdict="skipped")
    state = replay_state(tmp_path)
    assert state.get_final_codes() == {make_key(1): UNSURE}
    assert len(state.decisions) == 2


def test_another_benchmark_s_entries_are_ignored(tmp_path):
    """One file has the reviews of all benchmarks."""
    define(tmp_path, "one", A)
    assert replay_state(tmp_path, "lines").codes == {}


def test_answers_since_the_last_new_code_are_counted(tmp_path):
    """A code is new when this coder assigns it for the first time; answers coded in a search do not count."""
    define(tmp_path, "one", A)
    define(tmp_path, "two", B)
    assert count_since_new_code(replay_state(tmp_path), "Ada") == (0, 0)
    for number, code in enumerate((A, A, B, A, B, B)):
        decide(tmp_path, number, code)
    decide(tmp_path, 9, A, author=BOB)
    decide(tmp_path, 10, A, queue="search")
    assert count_since_new_code(replay_state(tmp_path), "Ada") == (6, 3)
    assert count_since_new_code(replay_state(tmp_path), "Bob") == (1, 0)


def test_code_ids_differ_by_coder(tmp_path):
    """Two coders who define a code of the same name at the same time get two codes."""
    state = replay_state(tmp_path)
    assert make_code_id(state, "one", "Ada") != make_code_id(state, "one", "Bob")


def test_equal_names_of_two_coders_get_numbers(tmp_path):
    """After a merge of two coders' files, codes of the same name have different names."""
    define(tmp_path, "Habit", A)
    define(tmp_path, " habit", B, author=BOB)
    decide(tmp_path, 1, B, author=BOB)
    state = replay_state(tmp_path)
    assert [code.name for code in state.active_codes] == ["Habit", "habit (2)"]
    assert state.find_code_by_name("Habit").code_id == A
    assert state.find_code_by_name("habit (2)").code_id == B
    merge(tmp_path, A, B)
    assert [code.name for code in replay_state(tmp_path).active_codes] == ["habit"]


def add_sample(folder, numbers):
    stratum = SampleStratum(run_id="run-1", label="run-1", n_answers=50, n_groups=20)
    answers = tuple(make_key(number) for number in numbers)
    fields = {"kind": "sample", "name": "drawn", "strata": (stratum,), "answers": answers}
    strata = {"stratum_of": (0,) * len(answers), "group_of": tuple(answer.case_id for answer in answers)}
    return append_entries(folder, ADA, [fields | strata])[0]


def test_search_codes_count_for_a_sample_up_to_its_last_reviewed_answer(tmp_path):
    """Answers found by a search are not a random part of the sample: later answers are left out."""
    define(tmp_path, "Mirror", A)
    define(tmp_path, "Habit", B)
    sample = add_sample(tmp_path, range(8))
    for number in (1, 2, 5, 7):
        decide(tmp_path, number, A, queue="search")
    assert replay_state(tmp_path).get_sample_codes(sample) == {}
    decide(tmp_path, 0, B, queue="sample")
    assert replay_state(tmp_path).get_sample_codes(sample) == {make_key(0): B}
    decide(tmp_path, 3, verdict="skipped", queue="sample")
    state = replay_state(tmp_path)
    assert state.get_sample_codes(sample) == {make_key(0): B, make_key(1): A, make_key(2): A}
    assert state.list_coded_answers(A, sample.entry_id) == {make_key(1), make_key(2)}
    assert len(state.get_final_codes()) == 5


def test_coded_answers_are_listed_by_sample_and_coder(tmp_path):
    """A code alone lists the first coder's answers; an unknown sample does not limit the list."""
    define(tmp_path, "Mirror", A)
    define(tmp_path, "Habit", B)
    decide(tmp_path, 1, A)
    decide(tmp_path, 2, A)
    decide(tmp_path, 2, B, author=BOB)
    state = replay_state(tmp_path)
    assert state.list_coded_answers(A) == state.list_coded_answers(A, "unknown") == {make_key(1), make_key(2)}
    assert state.list_coded_answers(B) == set()
    assert state.list_coded_answers(B, None, BOB.name) == {make_key(2)}


def test_codes_defined_in_one_call_keep_their_order(tmp_path):
    """Entries of one call are replayed in the call's order, whatever their random ids are."""
    names = [f"code {number}" for number in range(20)]
    entries = [{"kind": "code", "code_id": f"{number:016x}", "name": name} for number, name in enumerate(names)]
    append_entries(tmp_path, ADA, entries)
    assert [code.name for code in replay_state(tmp_path).codes.values()] == names
