"""Codes are renamed, merged and split, decisions are withdrawn, and the file still holds what happened."""

from core.review.codebook import UNSURE, count_since_new_code, make_code_id, replay_entries
from core.review.entries import SampleStratum
from core.review.review_file import append_entries, read_entries
from tests.review.made_entries import ADA, BOB, decide, define, key

A, B, C = "a" * 16, "b" * 16, "c" * 16


def state_of(folder, benchmark_id="dots"):
    return replay_entries(read_entries(folder).entries, benchmark_id)


def merge(folder, code_id, into_id):
    append_entries(folder, ADA, [{"kind": "merge", "code_id": code_id, "into_id": into_id}])


def test_a_renamed_code_keeps_its_answers_and_its_history(tmp_path):
    """The new name counts, the former one is in the history."""
    define(tmp_path, "Mirror", A)
    decide(tmp_path, 1, A)
    define(tmp_path, "Mirrored answer", A, author=BOB, colour=2)
    code = state_of(tmp_path).codes[A]
    assert (code.name, code.colour) == ("Mirrored answer", 2)
    assert [sentence for _, _, sentence in code.history] == [
        "defined as “Mirror”", "renamed from “Mirror” to “Mirrored answer”"
    ]  # fmt: skip
    assert state_of(tmp_path).count_codes() == {A: 1}


def test_merged_codes_count_together_through_chains(tmp_path):
    """A merged code is not offered any more; a circle of merges from two machines ends nowhere."""
    for name, code_id in (("one", A), ("two", B), ("three", C)):
        define(tmp_path, name, code_id)
    decide(tmp_path, 1, A)
    decide(tmp_path, 2, B)
    merge(tmp_path, A, B)
    merge(tmp_path, B, C)
    merge(tmp_path, C, A)
    state = state_of(tmp_path)
    assert state.count_codes() == {C: 2}
    assert [code.code_id for code in state.active_codes] == [C]
    assert "merged into “two”" in state.codes[A].history[-1][2]


def test_a_split_code_keeps_its_answers_until_they_are_coded_again(tmp_path):
    """Only the new codes can be given; an answer counts under the old code until it has one of them."""
    for name, code_id in (("size", A), ("length", B), ("angle", C)):
        define(tmp_path, name, code_id)
    decide(tmp_path, 1, A)
    decide(tmp_path, 2, A)
    append_entries(tmp_path, ADA, [{"kind": "split", "code_id": A, "into_ids": [B, C]}])
    decide(tmp_path, 2, C)
    state = state_of(tmp_path)
    assert [code.name for code in state.active_codes] == ["length", "angle"]
    assert state.count_codes() == {A: 1, C: 1}


def test_a_withdrawn_decision_gives_way_to_the_one_before(tmp_path):
    """Undo is an entry too; nobody withdraws the decisions of others."""
    define(tmp_path, "one", A)
    define(tmp_path, "two", B)
    decide(tmp_path, 1, A)
    last = decide(tmp_path, 1, B)
    append_entries(tmp_path, BOB, [{"kind": "withdrawal", "withdrawn_id": last.entry_id}])
    assert state_of(tmp_path).get_final_codes() == {key(1): B}
    append_entries(tmp_path, ADA, [{"kind": "withdrawal", "withdrawn_id": last.entry_id}])
    assert state_of(tmp_path).get_final_codes() == {key(1): A}
    assert len(read_entries(tmp_path).entries) == 6


def test_the_first_coder_s_latest_code_counts(tmp_path):
    """A second pass does not change rates, a first coder who changes their mind does; names ignore case."""
    define(tmp_path, "one", A)
    define(tmp_path, "two", B)
    decide(tmp_path, 1, A)
    decide(tmp_path, 1, B, author=BOB)
    assert state_of(tmp_path).get_final_codes() == {key(1): A}
    assert state_of(tmp_path).get_final_codes("Bob") == {key(1): B}
    decide(tmp_path, 1, B, author=ADA.__class__("dots", "ada"))
    state = state_of(tmp_path)
    assert state.get_final_codes() == {key(1): B}
    assert state.coders == ["Ada", "Bob"]


def test_unsure_counts_and_skipped_does_not(tmp_path):
    """An unsure coder has decided; a skipped answer is left out."""
    decide(tmp_path, 1)
    decide(tmp_path, 2, verdict="skipped")
    state = state_of(tmp_path)
    assert state.get_final_codes() == {key(1): UNSURE}
    assert len(state.decisions) == 2


def test_another_benchmark_s_entries_are_ignored(tmp_path):
    """One file holds the reviews of all benchmarks."""
    define(tmp_path, "one", A)
    assert state_of(tmp_path, "lines").codes == {}


def test_answers_since_the_last_new_code_are_counted(tmp_path):
    """A code is new when this coder gives it for the first time."""
    define(tmp_path, "one", A)
    define(tmp_path, "two", B)
    assert count_since_new_code(state_of(tmp_path), "Ada") == (0, 0)
    for number, code in enumerate((A, A, B, A, B, B)):
        decide(tmp_path, number, code)
    decide(tmp_path, 9, A, author=BOB)
    decide(tmp_path, 10, A, queue="search")
    assert count_since_new_code(state_of(tmp_path), "Ada") == (6, 3)
    assert count_since_new_code(state_of(tmp_path), "Bob") == (1, 0)


def test_ids_of_codes_differ(tmp_path):
    """Two coders who name the same code at once define two codes, which can be merged."""
    state = state_of(tmp_path)
    assert make_code_id(state, "one", "Ada") != make_code_id(state, "one", "Bob")


def test_equal_names_of_two_coders_get_numbers(tmp_path):
    """Files merged from two coders may have two codes of one name: each can be found by a name of its own."""
    define(tmp_path, "Habit", A)
    define(tmp_path, " habit", B, author=BOB)
    decide(tmp_path, 1, B, author=BOB)
    state = state_of(tmp_path)
    assert [code.name for code in state.active_codes] == ["Habit", "habit (2)"]
    assert state.find_code_by_name("Habit").code_id == A
    assert state.find_code_by_name("habit (2)").code_id == B
    merge(tmp_path, A, B)
    assert [code.name for code in state_of(tmp_path).active_codes] == ["habit"]


def draw(folder, numbers):
    stratum = SampleStratum(run_id="run-1", label="run-1", n_answers=50, n_groups=20)
    answers = tuple(key(number) for number in numbers)
    fields = {"kind": "sample", "name": "drawn", "strata": (stratum,), "answers": answers}
    places = {"stratum_of": (0,) * len(answers), "group_of": tuple(answer.case_id for answer in answers)}
    return append_entries(folder, ADA, [fields | places])[0]


def test_codes_from_a_search_count_for_a_sample_only_as_far_as_it_was_reviewed(tmp_path):
    """Answers that were coded for what they say are not a random part of a sample; those among reviewed ones stay."""
    define(tmp_path, "Mirror", A)
    define(tmp_path, "Habit", B)
    sample = draw(tmp_path, range(8))
    for number in (1, 2, 5, 7):
        decide(tmp_path, number, A, queue="search")
    assert state_of(tmp_path).get_sample_codes(sample) == {}
    decide(tmp_path, 0, B, queue="sample")
    assert state_of(tmp_path).get_sample_codes(sample) == {key(0): B}
    decide(tmp_path, 3, verdict="skipped", queue="sample")
    state = state_of(tmp_path)
    assert state.get_sample_codes(sample) == {key(0): B, key(1): A, key(2): A}
    assert state.list_coded_answers(A, sample.entry_id) == {key(1), key(2)}
    assert len(state.get_final_codes()) == 5


def test_coded_answers_are_listed_by_sample_and_coder(tmp_path):
    """A code alone lists the first coder's answers; an unknown sample limits nothing."""
    define(tmp_path, "Mirror", A)
    define(tmp_path, "Habit", B)
    decide(tmp_path, 1, A)
    decide(tmp_path, 2, A)
    decide(tmp_path, 2, B, author=BOB)
    state = state_of(tmp_path)
    assert state.list_coded_answers(A) == state.list_coded_answers(A, "unknown") == {key(1), key(2)}
    assert state.list_coded_answers(B) == set()
    assert state.list_coded_answers(B, None, BOB.name) == {key(2)}


def test_codes_that_are_defined_at_once_keep_their_order(tmp_path):
    """Entries of one call are replayed in the order of the call, whatever their random ids are."""
    names = [f"code {number}" for number in range(20)]
    entries = [{"kind": "code", "code_id": f"{number:016x}", "name": name} for number, name in enumerate(names)]
    append_entries(tmp_path, ADA, entries)
    assert [code.name for code in state_of(tmp_path).codes.values()] == names
