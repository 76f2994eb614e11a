"""Reading: named queries, many threads, and a strictly read-only connection."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import duckdb
import pytest

from core.benchmarks.triangles.benchmark_data import FACTORS, get_tilt_band
from core.benchmarks.triangles.dataset_facts import MODELS
from core.errors import WarehouseError
from core.factors import FACTORS_FROM_ANSWERS, FACTORS_OF_ANSWERS
from core.warehouse import query_slots, read
from core.warehouse.generations import (
    KEPT_GENERATIONS,
    find_current_generation,
    is_whole,
    make_generation_path,
    remove_unused_generations,
    switch_to,
)
from core.warehouse.read import CASE_IDS, Warehouse, open_current
from core.warehouse.read import NO_FILTERS as FILTERS
from core.warehouse.sql import SQL
from tests.small_gepbench import BENCHMARK_ID, fill_gepbench


def answers(warehouse):
    """Return all answers with their photographs, for slow definitions in pandas."""
    return warehouse.load_table("scored_answers")


@pytest.mark.slow
@pytest.mark.parametrize(
    "factor", [*FACTORS_OF_ANSWERS, *FACTORS, *FACTORS_FROM_ANSWERS], ids=lambda factor: factor.key
)
def test_each_filter_selects_its_values(viewed_workspace, tilted_workspace, repeated_workspace, factor):
    """A filter keeps exactly the answers with that value; ranges are closed."""
    special = {"tilt": tilted_workspace, "pass_stability": repeated_workspace}
    with open_current(special.get(factor.key, viewed_workspace)) as warehouse:
        everything = warehouse.query("answers", filters=FILTERS)
        values = set(everything[factor.column].dropna())
        assert values
        assert not factor.levels or values <= set(factor.levels)
        for value in values:
            found = warehouse.query("answers", filters={**FILTERS, factor.key: [value]})
            assert len(found) == (everything[factor.column] == value).sum()
            assert set(found[factor.column]) == {value}


def test_model_uses_its_published_run_by_default(twice_workspace):
    """A model's answers are its published run's unless runs are selected; selected runs are used alone."""
    nothing = {**FILTERS, "with_references": False}
    with open_current(twice_workspace) as warehouse:
        runs_of = {
            name: set(warehouse.query("answers", filters={**nothing, **chosen})["run_id"])
            for name, chosen in {
                "nothing": {}, "model": {"model": ["openai_gpt_5"]}, "runs": {"runs": ["second", "live"]},
                "other model": {"model": ["gemini_2.5_pro"], "runs": ["second"]},
            }.items()
        }  # fmt: skip
        assert len(set(warehouse.query("answers", filters=FILTERS)["run_id"])) == 9
    assert runs_of.pop("nothing") == {f"tri_bench-{model.model_id}" for model in MODELS}
    assert runs_of == {"model": {"tri_bench-openai_gpt_5"}, "runs": {"second", "live"}, "other model": set()}


def test_runs_are_filtered_by_prompt_and_image_view(viewed_workspace):
    """A selected prompt or image view keeps the runs that have it, whichever represents its model."""
    nothing = {**FILTERS, "with_references": False}
    with open_current(viewed_workspace) as warehouse:
        runs_of = {
            name: set(warehouse.query("answers", filters={**nothing, **chosen})["run_id"])
            for name, chosen in {
                "prompt": {"prompts": ["prompt of asked"]}, "view": {"image_views": ["rectified"]},
                "both": {"prompts": ["prompt of asked"], "image_views": ["rectified"]},
                "neither": {"prompts": ["prompt of asked"], "image_views": ["mirrored"]},
                "of a model": {"image_views": ["rectified"], "model": ["mine"]},
            }.items()
        }  # fmt: skip
    assert runs_of == {
        "prompt": {"asked"}, "view": {"asked", "shown"}, "both": {"asked"}, "neither": set(), "of a model": {"shown"},
    }  # fmt: skip


def test_disagreements_use_representative_runs(tiny_warehouse, twice_workspace):
    """Photographs that one model gets right and another wrong do not change with further runs of either."""
    with open_current(twice_workspace) as warehouse:
        found = {name: differing_cases(of) for name, of in (("once", tiny_warehouse), ("twice", warehouse))}
    assert found["once"] == found["twice"] != set()


@pytest.fixture
def tilted_warehouse(tilted_workspace):
    """Return generated boards, tilted by 5, 14, 42 and 55 degrees."""
    with open_current(tilted_workspace) as warehouse:
        yield warehouse


def test_tilt_bands_include_their_lower_end():
    """A tilt of 10 degrees is in the band from 10 to 20, one just below in the first."""
    assert [get_tilt_band(tilt_deg) for tilt_deg in (0.0, 9.999, 10.0, 47.3, 89.9)] == [
        "0–10°", "0–10°", "10–20°", "40–50°", "80–90°"
    ]  # fmt: skip


def test_tilt_is_a_filter_and_a_factor(tilted_warehouse):
    """A band keeps its photographs in cases and answers, and each answer has its band, by the true tilt."""
    expected = {"0–10°": "P0", "10–20°": "P1", "40–50°": "T0", "50–60°": "T1"}
    options = tilted_warehouse.query("filter_options")
    assert list(options[options["filter"] == "tilt"]["value"]) == list(expected)
    everything = answers(tilted_warehouse)
    assert dict(zip(everything["tilt"], everything["condition"], strict=True)) == expected
    for band, condition in expected.items():
        selected = {**FILTERS, "tilt": [band]}
        assert set(cases(tilted_warehouse, filters=selected)["slot"]) == {condition}
        assert set(tilted_warehouse.query("answers", filters=selected)["tilt"]) == {band}
        assert set(tilted_warehouse.query("tilts", filters=selected)["condition"]) == {condition}


def test_unmeasured_tilt_is_in_no_band(tiny_warehouse):
    """Photographs without a measured tilt are in no band, but in every unfiltered selection."""
    assert cases(tiny_warehouse, filters={**FILTERS, "tilt": ["0–10°"]}).empty
    assert len(cases(tiny_warehouse)) == 12
    assert answers(tiny_warehouse)["tilt"].isna().all()


def test_contradictions_are_those_of_the_selected_photographs(tiny_warehouse):
    """The query returns the table's rows of matching photographs, with the names of their runs."""
    kept = tiny_warehouse.load_table("contradictions")
    assert len(tiny_warehouse.query("contradictions", filters=FILTERS)) == len(kept) > 0
    planar = tiny_warehouse.query("contradictions", filters={**FILTERS, "pose": ["planar"]})
    assert len(planar) == kept["case_id"].str.contains("_P").sum()
    assert planar["run_label"].notna().all()


DIFFERING = {"right_model": "gemini_2.5_pro", "wrong_model": "openai_gpt_5"}


def differing_cases(warehouse, question_ids=None):
    found = warehouse.query("differing_cases", **DIFFERING, question_ids=question_ids, right_at=0.9)
    assert found["case_id"].is_unique
    return set(found["case_id"])


def cases(warehouse, **changes):
    parameters = {"filters": FILTERS, "outcome": None, "right_at": 0.9, "sort": "worst", **changes}
    return warehouse.query("cases", **parameters)


def test_cases_are_sorted_as_requested(tiny_warehouse):
    """Worst first sorts by rising kappa, best first by falling kappa, by number by key."""
    worst, best = cases(tiny_warehouse)["score"], cases(tiny_warehouse, sort="best")["score"]
    assert worst.is_monotonic_increasing
    assert best.is_monotonic_decreasing
    assert cases(tiny_warehouse, sort="id")["case_id"].is_monotonic_increasing


@pytest.mark.parametrize("sort", ["worst", "best"])
def test_cases_with_the_same_score_take_turns_by_question(fill_once, sort):
    """Among cases with the same score, the first of every question come before the second of any."""
    with open_current(fill_once("gepbench", fill_gepbench).select_benchmark(BENCHMARK_ID)) as warehouse:
        found = cases(warehouse, sort=sort, filters=FILTERS)
        asked = warehouse.query("answers", filters=FILTERS).groupby("case_id")["question_id"].min()
    found["question_id"] = found["case_id"].map(asked)
    turns = found.groupby(["score", "question_id"]).cumcount()
    steps = turns.groupby(found["score"])
    assert steps.diff().dropna().ge(0).all()
    assert found.groupby("score")["question_id"].nunique().max() > 1
    assert turns.max() > 0


def test_one_right_another_wrong(tiny_warehouse):
    """Cases are those where the first model is right and the second wrong on a selected question."""
    everything = answers(tiny_warehouse).set_index(["case_id", "question_id"])
    needed = everything["question_kind"].map({"class": 1.0}).fillna(0.9)
    is_right = everything["score"] >= needed
    one, other = (everything["model_id"] == model for model in DIFFERING.values())
    slow = {
        question: {p for (p, q) in everything[one & is_right].index if (q == question or question is None)
                   and (p, q) in set(everything[other & ~is_right].index)}
        for question in (None, "Q1", "Q3")
    }  # fmt: skip
    assert slow[None]
    for question, expected in slow.items():
        assert differing_cases(tiny_warehouse, None if question is None else [question]) == expected
    assert differing_cases(tiny_warehouse, []) == set()


def test_levels_are_those_of_one_factor(tiny_warehouse):
    """Each case has its level of the factor; an unknown factor returns no rows."""
    photographs = tiny_warehouse.query("case_levels", factor="pose")
    assert dict(zip(photographs["case_id"], photographs["level"], strict=True)) == {
        case_id: "tilted" if case_id[4] == "T" else "planar" for case_id in cases(tiny_warehouse)["case_id"]
    }
    assert tiny_warehouse.query("case_levels", factor="other").empty


@pytest.mark.parametrize("outcome", ["right", "wrong", "right_in_2d_only", "unreadable"])
def test_outcomes_agree_with_pandas(tiny_warehouse, outcome):
    """A photograph is listed exactly if one of its answers has the outcome."""
    rows = answers(tiny_warehouse)
    limit = rows["question_kind"].map({"class": 1.0}).fillna(0.9)
    is_fitting = {
        "right": rows["score"] >= limit,
        "wrong": rows["score"] < limit,
        "right_in_2d_only": (rows["score"] < limit) & (rows["foil_score"] >= limit),
        "unreadable": rows["status"] != "ok",
    }[outcome]
    assert set(cases(tiny_warehouse, outcome=outcome)["case_id"]) == set(rows[is_fitting]["case_id"])


def test_many_threads_share_one_connection(tiny_warehouse):
    """Parallel queries from many threads return the same result."""
    expected = cases(tiny_warehouse)
    with ThreadPoolExecutor(8) as pool:
        results = list(pool.map(lambda _: cases(tiny_warehouse), range(64)))
    assert all(result.equals(expected) for result in results)


@pytest.mark.parametrize(
    "sql",
    ["insert into models values ('x', 'x', null, null, 'vlm')", "copy models to '/tmp/stolen.csv'",
     "attach '/tmp/x.db'", "select * from read_csv('/etc/passwd')", "install httpfs",
     "set memory_limit = '64GB'", "create table x (i int)"],
)  # fmt: skip
def test_viewer_connection_is_read_only(tiny_warehouse, sql):
    """Writing, files, extensions and settings are denied on the viewers' connection."""
    with pytest.raises(duckdb.Error):
        tiny_warehouse._connection.cursor().execute(sql)


@pytest.mark.parametrize("name", ["no_such_query", "../tables/01_benchmarks", "queries"])
def test_unknown_query_raises(tiny_warehouse, name):
    """Only queries of the query folder can be run."""
    if "/" not in name:
        with pytest.raises(WarehouseError, match="no query"):
            tiny_warehouse.query(name)
    else:
        with pytest.raises(WarehouseError):
            tiny_warehouse.query(name)


def test_unknown_table_raises(tiny_warehouse):
    """Only public tables can be downloaded."""
    assert "answers" in tiny_warehouse.list_tables()
    with pytest.raises(WarehouseError, match="no table"):
        tiny_warehouse.load_table("pg_catalog.pg_tables")


def test_other_schema_version_raises_a_clear_error(tiny_warehouse, tmp_path):
    """The error for a file of another version says what to do."""
    path = tmp_path / "old.duckdb"
    path.write_bytes(tiny_warehouse.path.read_bytes())
    with duckdb.connect(str(path)) as connection:
        connection.execute("update builds set schema_sha256 = 'older'")
    with pytest.raises(WarehouseError, match="another version.*trilens build"):
        Warehouse(path, "triangles")


def test_invalid_file_raises_a_clear_error(tmp_path):
    """The error for a file that cannot be opened says what to do."""
    path = tmp_path / "x.duckdb"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(WarehouseError, match="cannot be read.*trilens build"):
        Warehouse(path, "triangles")


def test_errors_name_the_benchmark_unless_it_is_the_default(workspace, tmp_path):
    """The command that an error names builds the warehouse that cannot be read."""
    path = tmp_path / "x.duckdb"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(WarehouseError, match=r"trilens build --benchmark giq$"):
        Warehouse(path, "giq", benchmark_id="giq")
    with pytest.raises(WarehouseError, match=r"trilens build$"):
        Warehouse(path, "triangles", benchmark_id="tri_bench")
    with pytest.raises(WarehouseError, match=r"trilens fetch --benchmark giq, then trilens build --benchmark giq$"):
        open_current(workspace.select_benchmark("giq"))


def test_missing_warehouse_raises_a_clear_error(workspace):
    """The error for a missing warehouse names the two commands."""
    with pytest.raises(WarehouseError, match="trilens fetch, then trilens build"):
        open_current(workspace)


def test_old_generations_are_removed(workspace):
    """The generations kept are the most recently current ones in order of switching, whatever their timestamps."""
    written = [make_generation_path(workspace.warehouse) for _ in range(5)]
    for number, path in enumerate(written):
        path.write_bytes(b"x" * number)
    of_2099 = workspace.warehouse / ".trilens-20990101T000000-abcdef.duckdb.part"
    of_2099.write_bytes(b"")
    switched = [switch_to(path) for path in [of_2099, *written]]
    remove_unused_generations(workspace.warehouse)
    assert set(workspace.warehouse.glob("*.duckdb")) == set(switched[-KEPT_GENERATIONS:])
    assert find_current_generation(workspace.warehouse) == switched[-1]


def test_killed_builds_do_not_displace_generations(workspace):
    """Leftovers of a killed build are removed, and the earlier generations stay."""
    good = []
    for content in (b"one", b"two", b"three"):
        path = make_generation_path(workspace.warehouse)
        path.write_bytes(content)
        good.append(switch_to(path))
    for _ in range(4):
        make_generation_path(workspace.warehouse).write_bytes(b"half")
    remove_unused_generations(workspace.warehouse)
    assert sorted(path for path in workspace.warehouse.iterdir() if path.name != "CURRENT") == sorted(good)


@pytest.mark.parametrize(
    "content", [b"", b"../../etc/passwd", b"trilens-gone.duckdb", b"\n", b"\xff\xfe", b"trilens-a/b 1"]
)
def test_corrupt_pointer_is_ignored(workspace, content):
    """A pointer that is empty or names no generation counts as missing."""
    workspace.warehouse.mkdir(parents=True)
    (workspace.warehouse / "CURRENT").write_bytes(content)
    assert find_current_generation(workspace.warehouse) is None


def test_damaged_generation_is_detected(workspace):
    """A file of another size is not a generation, and a changed one is not complete.

    An older version's pointer works.
    """
    path = make_generation_path(workspace.warehouse)
    path.write_bytes(b"all of it")
    generation = switch_to(path)
    assert is_whole(generation)
    generation.write_bytes(b"ALL of it")
    assert not is_whole(generation)
    generation.write_bytes(b"all")
    assert find_current_generation(workspace.warehouse) is None
    (workspace.warehouse / "CURRENT").write_text(f"{generation.name}\n")
    assert find_current_generation(workspace.warehouse) == generation
    assert is_whole(generation)


def test_parallel_queries_are_limited(tiny_warehouse, monkeypatch):
    """No more queries run at once than memory allows, and all return a result."""
    under_way, most, lock = [], [], Lock()

    def counted(frame):
        with lock:
            under_way.append(frame)
            most.append(len(under_way))
        time.sleep(0.002)
        with lock:
            under_way.pop()
        return frame

    monkeypatch.setattr(read, "_to_utc", counted)
    with ThreadPoolExecutor(24) as pool:
        found = list(pool.map(lambda _: len(tiny_warehouse.query("answers", filters=FILTERS)), range(48)))
    assert len(set(found)) == 1
    assert 1 < max(most) <= query_slots.AT_ONCE


def test_sql_files_follow_the_conventions():
    """Every SQL file starts with a sentence, is in lower case, and uses only named parameters."""
    for path in SQL.rglob("*.sql"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("-- "), path
        code = re.sub(r"--.*|'[^']*'", "", text)
        assert not re.search(r"\b(SELECT|FROM|WHERE|GROUP|ORDER|CREATE)\b", code), path
        assert "?" not in code, path


def test_times_are_in_utc(tokyo, tiny_warehouse):
    """Queries and tables return times in UTC, whatever the time zone of the machine."""
    for frame in (tiny_warehouse.query("builds"), tiny_warehouse.load_table("builds")):
        assert frame["built_at"][0] == tokyo
        assert str(frame["built_at"].dtype.tz) == "UTC"


def test_table_rows_are_plain_values(tiny_warehouse):
    """Rows have None for null and only the requested keys; an unknown table or column is rejected."""
    run_id, cases = "tri_bench-openai_gpt_5", ["001_P0", "003_T1"]
    found = tiny_warehouse.load_rows("case_replies", run_id=[run_id], case_id=cases)
    whole = tiny_warehouse.load_table("case_replies").query("run_id == @run_id and case_id in @cases")
    assert [(row["case_id"], row["raw"]) for row in found] == list(zip(whole["case_id"], whole["raw"], strict=True))
    assert {(row["latency_s"], row["error"]) for row in found} == {(None, None)}
    assert tiny_warehouse.count("case_replies", run_id=[run_id]) == 12
    assert tiny_warehouse.load_rows("case_replies", run_id=["' or 1=1"]) == []
    for name, keys in (("secrets", {}), ("case_replies", {"no_column": ["x"]})):
        with pytest.raises(WarehouseError, match=f"table {name} cannot be read"):
            tiny_warehouse.load_rows(name, **keys)


def test_a_list_of_cases_keeps_exactly_their_answers(viewed_workspace):
    """Ids of cases narrow answers together with other filters; unknown ids and an empty list match none."""
    with open_current(viewed_workspace) as warehouse:
        everything = warehouse.query("answers", filters=FILTERS)
        ids = sorted(set(everything["case_id"]))[:3]
        for chosen in (ids, [*ids, "gone"], ["gone"], []):
            answers_of_cases = warehouse.query("answers", filters={**FILTERS, CASE_IDS: chosen})
            assert len(answers_of_cases) == everything["case_id"].isin(chosen).sum()
        both = warehouse.query("answers", filters={**FILTERS, CASE_IDS: ids, "condition": ["P0"]})
        assert len(both) == (everything["case_id"].isin(ids) & (everything["condition"] == "P0")).sum()
