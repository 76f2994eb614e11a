"""The best model of each benchmark: a sentence about the current one, and a table of all."""

from collections.abc import Mapping
from dataclasses import dataclass

import pandas as pd
import streamlit as st

from core.analyses.answered import limit_names
from core.analyses.benchmark_leaders import BenchmarkLeader, find_benchmark_leader
from core.analyses.verdict_phrases import describe_against_blind, list_verdict_phrases
from core.analyses.verdicts import BLIND
from core.formatting import MISSING, add_ending, escape_markdown, format_interval, format_number
from dashboard.data.current_benchmark import (
    get_benchmark_id,
    list_available_benchmarks,
    list_selectable_benchmarks,
    use_benchmark,
)
from dashboard.data.overview_content import load_overview
from dashboard.pages.leaderboard import texts
from dashboard.widgets.start_links import show_start_links
from dashboard.widgets.tables import show_small_table


@dataclass(frozen=True, slots=True)
class AnsweredBenchmark:
    """A benchmark that a model has answered.

    Attributes:
        sentence: which model is best, and whether it is better than the best constant answer.
        row: the same as cells of a table, by heading.
        is_beaten: whether the best model beats the best constant answer.
    """

    title: str
    sentence: str
    row: Mapping[str, str]
    is_beaten: bool = False


def list_answered_benchmarks() -> dict[str, AnsweredBenchmark]:
    """List by id the benchmarks that a model has answered; the current one is the first, here and in the columns."""
    answered = {}
    for benchmark_id in sorted(list_available_benchmarks(), key=_is_not_current):
        with use_benchmark(benchmark_id):
            overview = load_overview()
            if any(not model.is_reference for model in overview.models):
                answered[benchmark_id] = _describe_benchmark(get_title(benchmark_id))
    return answered


def show_leaders(answered: Mapping[str, AnsweredBenchmark]) -> None:
    """Show a sentence about all benchmarks, their table, and one about the current one or that it has no answers."""
    current = answered.get(get_benchmark_id())
    no_answer = texts.describe_unanswered_benchmark(get_title(get_benchmark_id()))
    if len(answered) > 1:
        n_better = sum(benchmark.is_beaten for benchmark in answered.values())
        st.markdown(f"#### {texts.describe_benchmarks(n_better, len(answered))}")
    if current is None:
        st.markdown(escape_markdown(no_answer))
        show_start_links()
    if current is None or len(answered) > 1:
        show_small_table(pd.DataFrame([benchmark.row for benchmark in answered.values()]), {})
    if current is not None:
        heading = "" if len(answered) > 1 else "#### "
        st.markdown(f"{heading}{escape_markdown(current.sentence)}")


def get_title(benchmark_id: str) -> str:
    """Return the title of a benchmark, as in the list of benchmarks."""
    return list_selectable_benchmarks()[benchmark_id].title


def _is_not_current(benchmark_id: str) -> bool:
    return benchmark_id != get_benchmark_id()


def _describe_benchmark(title: str) -> AnsweredBenchmark:
    """Describe the best model of the benchmark that is in use."""
    overview = load_overview()
    leader = find_benchmark_leader(overview.found, overview.models)
    if leader is None:
        row = texts.build_leader_row(title, [MISSING] * 5)
        return AnsweredBenchmark(title, f"{title}: {overview.leaders or texts.NO_LEADER}", row)
    model, label = leader.model, add_ending(leader.model.label, leader.ending)
    phrases = list_verdict_phrases(model, overview.found)
    blind = next((phrase for phrase in phrases if phrase.question == BLIND), None)
    sentence = texts.describe_leader(
        title,
        label,
        overview.found.about.words.score,
        format_number(model.value),
        blind.text if blind else "",
        blind.evidence if blind else "",
        limit_names(leader.rivals),
        is_alone=leader.n_models == 1,
    )
    verdict = model.verdicts.get(BLIND)
    is_beaten = verdict is not None and verdict.word == "yes"
    return AnsweredBenchmark(title, sentence, texts.build_leader_row(title, _list_cells(leader)), is_beaten)


def _list_cells(leader: BenchmarkLeader) -> list[str]:
    model = leader.model
    verdict, names = (
        model.verdicts.get(BLIND),
        texts.name_leaders(model.label, leader.ending, limit_names(leader.rivals)),
    )
    if verdict is None:
        return [names, format_number(model.value), MISSING, MISSING, MISSING]
    gain = format_number(verdict.value, with_plus=True)
    interval = format_interval(verdict.low, verdict.high, with_plus=True)
    return [
        names,
        format_number(model.value),
        gain if interval == MISSING else f"{gain} ({interval})",
        describe_against_blind(verdict),
        texts.format_share_of_models(leader.n_better, leader.n_models),
    ]
