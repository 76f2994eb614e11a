"""Confusions between the classes or letters of a run, and the balanced accuracy of every run."""

from functools import partial

import pandas as pd
import streamlit as st

from core.analyses import bias, bias_sentences
from core.analyses.phrases import format_interval_in_brackets
from core.formatting import escape_markdown
from core.records import RUN_COLUMNS
from core.scoring.answer_codes import get_score_column, get_truth_column
from core.warehouse.aggregation import Aggregation
from core.warehouse.read import Filters
from dashboard.data.benchmark_info import get_benchmark_info
from dashboard.pages.bias import texts
from dashboard.pages.bias.case_gallery import show_answered_cases
from dashboard.pages.bias.confusion_matrix_chart import draw_confusion_matrix
from dashboard.pages.bias.run_context import SelectedRun, get_answer_noun
from dashboard.pages.bias.run_forest import show_run_forest
from dashboard.runtime.state_keys import bias as keys
from dashboard.selection.cached_analyses import NOBODY_CHOSEN, analyse_aggregation, list_displayed_runs
from dashboard.selection.selectors import choose_option
from dashboard.style.theme import get_heatmap_theme
from dashboard.widgets import finding_links
from dashboard.widgets.chart_display import show_chart, show_help_popover
from dashboard.widgets.tables import DecimalColumn, download, show_table
from dashboard.widgets.truth_labels import get_truth_label, get_truth_labels, get_truth_noun

_PLURALS = {"class": "classes", "letter": "letters"}


def show_classes(judged: SelectedRun, filters: Filters, question_id: str) -> None:
    """Show confusion matrices, a gallery of a cell, and balanced accuracy of every run."""

    def choose_cell(cell: list[str]) -> None:
        keys.CONFUSION_CELL.write(tuple(cell))

    question = get_benchmark_info().questions[question_id]
    table = bias.compute_confusion(judged.answers, question)
    is_choice = question.kind == "choice"
    is_worded = any(asked_id == question_id for asked_id, _ in judged.wordings)
    confused, balanced = st.columns([3, 2], gap="medium")
    with confused:
        st.subheader(texts.name_confusions(get_answer_noun(question)))
        cells = zip(table["against"], table["truth"], table["answer"], strict=True)
        cell_texts = [
            bias_sentences.describe_confusion(question, *cell[1:], get_truth_label(cell[0]), judged.wordings)
            for cell in cells
        ]
        said = "chosen" if is_choice else "said"
        figure = draw_confusion_matrix(
            table.assign(text=cell_texts),
            get_heatmap_theme("Sequential"),
            get_truth_labels(get_benchmark_info()),
            said,
            [
                bias_sentences.format_letter(question, letter, judged.wordings) if is_worded else letter
                for letter in table["truth"].unique()
            ],
        )
        show_chart(
            figure,
            keys.CONFUSION_MATRIX,
            f"{said.capitalize()} by {get_truth_noun() if is_choice else 'true'}",
            choose_cell,
        )
        st.caption(texts.explain_matrix(is_choice=is_choice, has_places=is_choice and not is_worded))
        download(table, "confusion")
    with balanced:
        _show_balanced(judged, filters, question_id)
    with st.container(key=keys.ANSWERED_CASES):
        _show_cell(judged, table, question_id)
    finding_links.show_section_anchor(keys.ANSWERED_CASES)


def _show_balanced(judged: SelectedRun, filters: Filters, question_id: str) -> None:
    """Show balanced accuracy of the visible runs, and always of the run that the page is about."""
    against, displayed_runs = judged.against, list_displayed_runs(filters)
    beside = list(dict.fromkeys((*displayed_runs, judged.run_id)))
    of_question = {**filters, **NOBODY_CHOSEN, "runs": beside, "question": [question_id]}
    by = (*RUN_COLUMNS, "question_id", "question_kind", get_truth_column(against), "group_id")
    rows = analyse_aggregation(
        bias.rank_by_balanced_accuracy, of_question, Aggregation(by, (get_score_column(against),)), against
    )
    if rows.empty:
        return
    n_classes, word = int(rows["n_means"].max()), get_answer_noun(get_benchmark_info().questions[question_id])
    details = [texts.describe_plain_accuracy(row["plain_accuracy"], row["n"]) for row in rows.to_dict("records")]
    truth = get_truth_label(against) if get_benchmark_info().foil else get_benchmark_info().truth.phrase
    st.subheader(texts.name_balanced_accuracy(truth))
    columns = {
        "label": "Run",
        "value": DecimalColumn("balanced accuracy, %", 2),
        "low": DecimalColumn("from", 2),
        "high": DecimalColumn("to", 2),
        "plain_accuracy": DecimalColumn("plain accuracy, %", 2),
        "n": "n",
        "n_groups": get_benchmark_info().words.groups,
    }
    for _, own in rows[rows["run_id"] == judged.run_id].iterrows():
        interval = format_interval_in_brackets(own)
        st.markdown(texts.describe_balanced_accuracy(judged.label, own["value"], interval, 100 / n_classes))
    show_run_forest(
        rows.assign(detail=details),
        100 / n_classes,
        texts.name_recall_axis(_PLURALS[word]),
        "balanced",
        judged.run_id,
        partial(show_table, rows, "balanced", columns, texts.BALANCED_TABLE),
    )
    show_help_popover(texts.explain_chance(word, n_classes, get_benchmark_info().words.groups))


def _show_cell(judged: SelectedRun, table: pd.DataFrame, question_id: str) -> None:
    """Show the cases of a cell: the chosen one, else the commonest mistake, else the commonest answer."""
    counts = {(row["against"], row["truth"], row["answer"]): row["n"] for row in table.to_dict("records")}
    mistakes = [cell for cell, n in counts.items() if n and cell[0] == judged.against and cell[1] != cell[2]]
    cells = sorted(counts, key=lambda cell: (cell not in mistakes, -counts[cell]))
    question, words = get_benchmark_info().questions[question_id], get_benchmark_info().words
    cell_texts = {
        cell: bias_sentences.describe_confusion(question, cell[1], cell[2], get_truth_label(cell[0]), judged.wordings)
        for cell in cells
    }
    against, truth, answer = choose_option(
        texts.name_cell_cases(words.cases), cell_texts, keys.CONFUSION_CELL, width=560
    )
    rows = bias.select_confused_answers(judged.answers, question, against, truth, answer)
    count = get_benchmark_info().format_case_count(len(rows))
    if question.kind == "choice":
        st.markdown(f"**{count}: {escape_markdown(cell_texts[against, truth, answer])}.**")
    else:
        st.markdown(texts.describe_confused(count, truth, get_truth_label(against), answer))
    if len(rows):
        show_answered_cases(question, rows, "confused")
