"""Reading: named queries, many threads, and a connection that can do nothing but read."""

import re
import time
from concurrent.futures import ThreadPoolExecutor
from threading import Lock

import duckdb
import pytest

from core.benchmarks.triangles.benchmark_data import FACTORS, get_tilt_band
from core.benchmarks.triangles.dataset_facts import MODELS
from core.errors import WarehouseError
from core.records import FACTORS_FROM_ANSWERS, FACTORS_OF_ANSWERS
from core.warehouse import query_slots, read
from core.warehouse.generations import (
    KEPT_GENERATIONS,
    find_current_generation,
    is_whole,
    make_generation_path,
    remove_old_generations,
    switch_to,
)
from core.warehouse.read import NO_FILTERS as FILTERS
from core.warehouse.read import Warehouse, open_current
from core.warehouse.sql import SQL


def answers(warehouse):
    """All answers with their photographs, for slow definitions in pandas."""
    return warehouse.load_table("scored_answers")


@pytest.mark.slow
@pytest.mark.parametrize(
    "factor", [*FACTORS_OF_ANSWERS, *FACTORS, *FACTORS_FROM_ANSWERS], ids=lambda factor: factor.key
)
def test_each_filter_selects_what_it_says(viewed_settings, tilted_settings, factor):
    """A filter leaves the answers whose column has the value, and no others; levels are closed."""
    with open_current(tilted_settings if factor.key == "tilt" else viewed_settings) as warehouse:
        everything = warehouse.query("answers", filters=FILTERS)
        values = set(everything[factor.column].dropna())
        assert values
        assert not factor.levels or values <= set(factor.levels)
        for value in values:
            found = warehouse.query("answers", filters={**FILTERS, factor.key: [value]})
            assert len(found) == (everything[factor.column] == value).sum()
            assert set(found[factor.column]) == {value}


def test_a_model_counts_by_one_run_unless_runs_are_chosen(twice_settings):
    """Without runs beside one another, a model's answers are its published run's; chosen runs count alone."""
    nothing = {**FILTERS, "with_references": False}
    with open_current(twice_settings) as warehouse:
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


def test_runs_are_chosen_by_prompt_and_image_view(viewed_settings):
    """A chosen prompt or image view leaves the runs that have it, whichever of them stands for its model."""
    nothing = {**FILTERS, "with_references": False}
    with open_current(viewed_settings) as warehouse:
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


def test_one_right_another_wrong_is_about_the_runs_that_stand_for_models(tiny_warehouse, twice_settings):
    """Photographs that one model gets right and another wrong stay the same with further runs of either."""
    with open_current(twice_settings) as warehouse:
        found = {name: differing_cases(of) for name, of in (("once", tiny_warehouse), ("twice", warehouse))}
    assert found["once"] == found["twice"] != set()


@pytest.fixture
def tilted_warehouse(tilted_settings):
    """Drawn boards, tilted by 5, 14, 42 and 55 degrees."""
    with open_current(tilted_settings) as warehouse:
        yield warehouse


def test_bands_of_tilt_begin_at_their_lower_end():
    """A tilt of 10 degrees is in the band from 10 to 20, one just below in the first."""
    assert [get_tilt_band(tilt_deg) for tilt_deg in (0.0, 9.999, 10.0, 47.3, 89.9)] == [
        "0–10°", "0–10°", "10–20°", "40–50°", "80–90°"
    ]  # fmt: skip


def test_tilt_is_a_filter_and_a_factor(tilted_warehouse):
    """A band leaves its photographs in cases and answers, and each answer says its band, by the tilt as drawn."""
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


def test_without_a_measured_tilt_no_band_fits(tiny_warehouse):
    """Photographs whose tilt was not measured are in no band, but in every selection without one."""
    assert cases(tiny_warehouse, filters={**FILTERS, "tilt": ["0–10°"]}).empty
    assert len(cases(tiny_warehouse)) == 12
    assert answers(tiny_warehouse)["tilt"].isna().all()


def test_contradictions_are_those_of_the_selected_photographs(tiny_warehouse):
    """The query gives the table's rows of the photographs that fit, with the names of their runs."""
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


def test_cases_come_in_the_order_asked_for(tiny_warehouse):
    """Worst first is by rising kappa, best first by falling, by number by key."""
    worst, best = cases(tiny_warehouse)["score"], cases(tiny_warehouse, sort="best")["score"]
    assert worst.is_monotonic_increasing
    assert best.is_monotonic_decreasing
    assert cases(tiny_warehouse, sort="id")["case_id"].is_monotonic_increasing


def test_one_right_another_wrong(tiny_warehouse):
    """Photographs come where the first model gets a question right that the second gets wrong, within the questions."""
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
    """Each case comes with its level of the factor; of a factor that there is not, none does."""
    photographs = tiny_warehouse.query("levels_of_cases", factor="pose")
    assert dict(zip(photographs["case_id"], photographs["level"], strict=True)) == {
        case_id: "tilted" if case_id[4] == "T" else "planar" for case_id in cases(tiny_warehouse)["case_id"]
    }
    assert tiny_warehouse.query("levels_of_cases", factor="other").empty


@pytest.mark.parametrize("outcome", ["right", "wrong", "right_in_2d_only", "unreadable"])
def test_outcomes_agree_with_pandas(tiny_warehouse, outcome):
    """A photograph is among the cases exactly if one of its answers has the outcome."""
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
    """Queries from many threads at once all come back with the same result."""
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
def test_viewers_can_do_nothing_but_read(tiny_warehouse, sql):
    """Writing, files, extensions and settings are denied on the viewers' connection."""
    with pytest.raises(duckdb.Error):
        tiny_warehouse._connection.cursor().execute(sql)


@pytest.mark.parametrize("name", ["no_such_query", "../tables/01_benchmarks", "queries"])
def test_an_unknown_query_is_refused(tiny_warehouse, name):
    """Only the queries of the folder can be asked."""
    if "/" not in name:
        with pytest.raises(WarehouseError, match="no query"):
            tiny_warehouse.query(name)
    else:
        with pytest.raises(WarehouseError):
            tiny_warehouse.query(name)


def test_an_unknown_table_is_refused(tiny_warehouse):
    """Downloads are of public tables only."""
    assert "answers" in tiny_warehouse.list_tables()
    with pytest.raises(WarehouseError, match="no table"):
        tiny_warehouse.load_table("pg_catalog.pg_tables")


def test_a_warehouse_of_another_version_is_refused(tiny_warehouse, tmp_path):
    """A file whose definitions are not this version's says so, and what to do."""
    path = tmp_path / "old.duckdb"
    path.write_bytes(tiny_warehouse.path.read_bytes())
    with duckdb.connect(str(path)) as connection:
        connection.execute("update builds set schema_sha256 = 'older'")
    with pytest.raises(WarehouseError, match="another version.*trilens build"):
        Warehouse(path, "triangles")


def test_a_file_that_is_no_warehouse_is_refused(tmp_path):
    """Whatever cannot be opened says so, and what to do."""
    path = tmp_path / "x.duckdb"
    path.write_bytes(b"not a database" * 1000)
    with pytest.raises(WarehouseError, match="cannot be read.*trilens build"):
        Warehouse(path, "triangles")


def test_without_a_warehouse_the_error_says_what_to_do(settings):
    """No warehouse yet is an error that names the two commands."""
    with pytest.raises(WarehouseError, match="trilens fetch, then trilens build"):
        open_current(settings)


def test_old_generations_go_and_the_current_one_stays(settings):
    """Those that were current last are kept, in the order of switching, whatever the clock said when they were made."""
    written = [make_generation_path(settings.warehouse) for _ in range(5)]
    for number, path in enumerate(written):
        path.write_bytes(b"x" * number)
    of_2099 = settings.warehouse / ".trilens-20990101T000000-abcdef.duckdb.part"
    of_2099.write_bytes(b"")
    switched = [switch_to(path) for path in [of_2099, *written]]
    remove_old_generations(settings.warehouse)
    assert set(settings.warehouse.glob("*.duckdb")) == set(switched[-KEPT_GENERATIONS:])
    assert find_current_generation(settings.warehouse) == switched[-1]


def test_killed_builds_push_out_nothing(settings):
    """What a killed build has left is no generation: it goes, and the earlier ones stay."""
    good = []
    for content in (b"one", b"two", b"three"):
        path = make_generation_path(settings.warehouse)
        path.write_bytes(content)
        good.append(switch_to(path))
    for _ in range(4):
        make_generation_path(settings.warehouse).write_bytes(b"half")
    remove_old_generations(settings.warehouse)
    assert sorted(path for path in settings.warehouse.iterdir() if path.name != "CURRENT") == sorted(good)


@pytest.mark.parametrize(
    "content", [b"", b"../../etc/passwd", b"trilens-gone.duckdb", b"\n", b"\xff\xfe", b"trilens-a/b 1"]
)
def test_a_spoilt_pointer_names_nothing(settings, content):
    """A pointer to what is no generation, or of no text at all, is as good as none."""
    settings.warehouse.mkdir(parents=True)
    (settings.warehouse / "CURRENT").write_bytes(content)
    assert find_current_generation(settings.warehouse) is None


def test_a_generation_that_was_cut_or_changed_is_noticed(settings):
    """One of another size is none any more, one of the same size is not whole; one of an older version's pointer is."""
    path = make_generation_path(settings.warehouse)
    path.write_bytes(b"all of it")
    generation = switch_to(path)
    assert is_whole(generation)
    generation.write_bytes(b"ALL of it")
    assert not is_whole(generation)
    generation.write_bytes(b"all")
    assert find_current_generation(settings.warehouse) is None
    (settings.warehouse / "CURRENT").write_text(f"{generation.name}\n")
    assert find_current_generation(settings.warehouse) == generation
    assert is_whole(generation)


def test_queries_wait_for_their_turn(tiny_warehouse, monkeypatch):
    """However many ask at once, no more queries run than have memory, and all are answered."""
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


def test_sql_files_follow_the_habits():
    """Every SQL file begins with a sentence, is in lower case, and takes only named parameters."""
    for path in SQL.rglob("*.sql"):
        text = path.read_text(encoding="utf-8")
        assert text.startswith("-- "), path
        code = re.sub(r"--.*|'[^']*'", "", text)
        assert not re.search(r"\b(SELECT|FROM|WHERE|GROUP|ORDER|CREATE)\b", code), path
        assert "?" not in code, path


def test_times_are_in_utc_wherever_the_machine_is(tokyo, tiny_warehouse):
    """Queries and whole tables give moments in UTC, so that what is made of them says the same everywhere."""
    for frame in (tiny_warehouse.query("builds"), tiny_warehouse.load_table("builds")):
        assert frame["built_at"][0] == tokyo
        assert str(frame["built_at"].dtype.tz) == "UTC"


def test_rows_of_a_table_are_plain_values_of_the_keys_that_are_asked_for(tiny_warehouse):
    """Rows come with None for null, only those of the given keys; an unknown table or column is refused."""
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
