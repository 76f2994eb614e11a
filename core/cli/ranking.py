"""The ranking after new replies: the warehouse is built, and the new runs stand among the others."""

import math
from collections.abc import Collection
from pathlib import Path

from core.analyses import blind
from core.cli.terminal import print_build, progress_bars, stdout
from core.settings import Settings
from core.warehouse.about import about
from core.warehouse.build import build
from core.warehouse.read import open_current


def build_and_rank(settings: Settings, folder: Path, run_ids: Collection[str]) -> None:
    """Builds a benchmark's warehouse and prints all of its runs, best first, with a mark at the new ones."""
    with progress_bars() as report:
        result = build(settings, folder, report)
    print_build(result)
    with open_current(settings) as warehouse:
        ranking, described = warehouse.query("ranking", kinds=None), about(warehouse)
    words, truth, foil = described.words, described.truth.title, described.foil
    stdout.print(f"\n{words.score.capitalize()} in percent over readable answers, best first:", markup=False)
    none = blind.without_any(ranking)
    there = blind.counted(ranking[~ranking["run_label"].isin(none)])
    for place, row in enumerate(there.to_dict("records"), start=1):
        mark = "→" if row["run_id"] in run_ids else " "
        stdout.print(
            f"{mark}{place:>3}  {truth if foil else words.score} {_percent(row['score'])}  "
            + (f"{foil.title} {_percent(row['foil_score'])}  " if foil else "")
            + f"{row['cases']:>4} {words.cases}  {row['unreadable']:>4} unreadable  {row['run_label']}",
            markup=False,
        )
    if none:
        stdout.print(blind.none_sentence(none, words), markup=False)


def _percent(kappa: float) -> str:
    return "     –" if math.isnan(kappa) else f"{kappa:6.2f}"
