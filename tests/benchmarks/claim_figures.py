"""Figures of the papers' claims, computed from the published tables: value and, if possible, interval."""

import math
from functools import cache

import numpy as np
import pandas as pd
from scipy import stats

from core.analyses.model_size import compute_size_correlation, select_sized_models
from core.benchmarks.gepbench import published as gepbench
from core.benchmarks.gepbench.vocabulary import ASPECTS, LEVELS
from core.benchmarks.giq import published as giq
from core.benchmarks.mmperspective import published as mmperspective
from core.benchmarks.mmperspective.vocabulary import NINE
from core.benchmarks.published_tables import PaperTables
from core.benchmarks.threedsr import published as threedsr
from core.benchmarks.threedsr.published import MODELS_WEIGHTS, SYNTHETIC_WEIGHTS
from core.benchmarks.threedsr.vocabulary import TYPES
from core.statistics.intervals import apply_holm_correction
from core.statistics.proportions import compute_wilson_interval
from tests.benchmarks.gepbench import figure_names as gepbench_names
from tests.benchmarks.giq import figure_names as giq_names
from tests.benchmarks.mmperspective import figure_names as mmperspective_names
from tests.benchmarks.threedsr import figure_names as threedsr_names
from tools.published_figures.mmperspective_table import GROUPS, count_questions, read_paper_rows
from tools.published_figures.threedsr_guessing import compute_chance_levels, compute_weighted_mean

Z = 1.96
ENCODER_R = {"Overall": 0.51, "Binary": 0.15}
"""Correlations with the encoder's size, over 39 open models, as printed in MMPerspective."""

N_OPEN = 39
PEOPLE, EASY_QUESTIONS, HARD_QUESTIONS, HARD_PAIRS = 41, 5, 20, 41
SOLIDS_OF_FIGURE = {"kepler-poinsot": 4, "platonic": 5, "stellation": 42}
"""Number of images behind each digitised share, one per solid."""


def compute_normal_interval(value, error):
    """Return a value and the ends of its interval, 1.96 standard errors to each side."""
    return value, value - Z * error, value + Z * error


def compute_wilson_share(hits, n):
    """Return a share in percent with Wilson's interval."""
    return (100 * hits / n, *(100 * end for end in compute_wilson_interval(hits, n)))


def compute_difference(first, second, column):
    """Compute the first row's score minus the second's in points, and its z, for a column or a named average."""
    is_mean = column in GROUPS
    scores = [row.compute_macro_mean(column) if is_mean else row.share(column) for row in (first, second)]
    errors = [
        row.compute_macro_error(column) if is_mean else row.compute_standard_error(column) for row in (first, second)
    ]
    delta, error = scores[0] - scores[1], math.hypot(*errors)
    return 100 * delta, delta / error if error else 0.0


@cache
def load_values(module):
    """Return the printed figures of a paper and those derived from them, by figure, row and column."""
    return {
        (one.figure_id, one.row_key, one.column_key): one.value
        for one in [*module.PAPER_TABLES.read_figures(), *module.PAPER_TABLES.read_derived_figures()]
    }


def compute_tri_bench_figures():
    """Compute Tri-Bench's figures from its text and tables, without intervals, because these need the replies."""
    value = {
        (one.figure_id, one.row_key, one.column_key): one.value
        for one in PaperTables("tri_bench_paper.csv", (-math.inf, math.inf)).read_figures()
    }
    by_class = [
        value["kappa_by_true_class", "AVERAGE", name] for name in ("Q1 isosceles", "Q1 equilateral", "Q2 right")
    ]
    return {
        "tilt": (value["kappa_by_pose", "all", "tilted"] - value["kappa_by_pose", "all", "planar"],),
        "objects": (value["kappa_by_object", "all", "with"] - value["kappa_by_object", "all", "without"],),
        "minority": (max(by_class),),
        "non_majority": (value["kappa_by_true_class", "AVERAGE", "Q2 obtuse"],),
        "gemini": (value["kappa_by_model", "gemini_2.5_flash", "3d"] - value["kappa_by_model", "qwen_2.5_32b", "3d"],),
    }


def compute_mmperspective_figures():
    """Compute MMPerspective's figures: differences of Table 1's hits with unpaired errors, correlations with size."""
    rows = {row.model: row for row in read_paper_rows()}

    def compute_lead(first, second, column):
        delta, z = compute_difference(rows[first], rows[second], column)
        return compute_normal_interval(delta, delta / z)

    def correlate_with_size(scores):
        table = pd.DataFrame({"label": list(scores), "value": list(scores.values())})
        found, _ = compute_size_correlation(select_sized_models(table))
        assert found.n == N_OPEN
        return found.r, found.low, found.high

    def compute_fisher_interval(r):
        return (r, *(math.tanh(math.atanh(r) + sign * Z / math.sqrt(N_OPEN - 3)) for sign in (-1, 1)))

    open_rows = [row for row in rows.values() if row.size_group != "Proprietary"]
    thinking = ("GPT-4o", "Gemini-1.5-flash", "Gemini-2-flash")
    gains = [compute_difference(rows[f"{model} (CoT)"], rows[model], "Overall") for model in thinking]
    error = math.hypot(*(delta / z for delta, z in gains)) / 3
    printed = load_values(mmperspective)
    table = mmperspective_names.IN_CONTEXT

    def compute_example_gain(model):
        cells = [[printed[table, row, task] / 100 for task in NINE] for row in (f"{model} (ICL)", model)]
        errors = [p * (1 - p) / count_questions(task) for row in cells for p, task in zip(row, NINE, strict=True)]
        return compute_normal_interval(
            100 * (np.mean(cells[0]) - np.mean(cells[1])), 100 * math.sqrt(sum(errors)) / len(NINE)
        )

    def compute_micro_mean_and_error(model):
        p, n = rows[model].compute_micro_mean("Overall"), sum(map(count_questions, NINE))
        return 100 * p, 100 * math.sqrt(p * (1 - p) / n)

    without = sorted(
        (row.model for row in rows.values() if "(CoT)" not in row.model), key=compute_micro_mean_and_error, reverse=True
    )
    second, third = compute_micro_mean_and_error(without[1]), compute_micro_mean_and_error(without[2])
    assert without[:2] == ["GPT-4o", "Gemini-2-flash"]
    return {
        "first_overall": compute_lead("Gemini-2-flash (CoT)", "GPT-4o (CoT)", "Overall"),
        "gpt4o_highest": compute_normal_interval(second[0] - third[0], math.hypot(second[1], third[1])),
        "lrr_best": compute_lead("InternVL3-78B", "LLaVA-OV-72B", "LRR"),
        "vap_best": compute_lead("InternVL3-14B", "LLaVA-OV-72B", "VAP"),
        "ovr_best": compute_lead("InternVL3-38B", "InternVL3-14B", "OVR"),
        "cot_overall": compute_normal_interval(np.mean([delta for delta, _ in gains]), error),
        "cot_robust": (np.mean([printed[mmperspective_names.COT, model, "Binary"] for model in thinking]),),
        "icl_gpt4o": compute_example_gain("GPT-4o"),
        "icl_mini": compute_example_gain("GPT-4o-mini"),
        "size": correlate_with_size({row.model: row.compute_micro_mean("Overall") for row in open_rows}),
        "size_robust": correlate_with_size({row.model: row.share("Binary") for row in open_rows}),
        "lrr_size": correlate_with_size({row.model: row.share("LRR") for row in open_rows}),
        "vpc_size": correlate_with_size({row.model: row.share("VPC") for row in open_rows}),
        "encoder_robust": compute_fisher_interval(ENCODER_R["Binary"]),
        "eagle_robust": compute_wilson_share(rows["Eagle-X4-8B"].hits["Binary"], count_questions("Binary")),
        "families": (0.33,),
    }, {
        "third": without[2],
        "by_task": {task: correlate_with_size({row.model: row.share(task) for row in open_rows})[0] for task in NINE},
        "consistency": {row.model: row.consistency for row in rows.values() if 0.58 <= row.share("PTR") <= 0.72},
    }


def compute_3dsrbench_figures():
    """Compute 3DSRBench's figures from Tables 2 to 4, with errors of independent questions stratified by type."""
    value = load_values(threedsr)
    clip, dino, mae, sam = (
        row for figure, row, column in value
        if figure == threedsr_names.BY_ENCODER and column == threedsr_names.OVERALL and row.endswith("2xMLP")
    )  # fmt: skip
    sva = next(
        row for figure, row, _ in value if figure == threedsr_names.BY_ENCODER and row.endswith("DINOv2-L14-224, SVA")
    )

    def compute_lead(figure_id, first, second, column=threedsr_names.OVERALL):
        shares = [
            compute_weighted_mean({one: value[figure_id, row, one] for one in TYPES}, MODELS_WEIGHTS)
            if column == threedsr_names.OVERALL
            else value[figure_id, row, column]
            for row in (first, second)
        ]
        printed = [value[figure_id, row, column] for row in (first, second)]
        assert max(abs(a - b) for a, b in zip(shares, printed, strict=True)) < 0.11
        errors = [value[threedsr_names.ERRORS, row, column] for row in (first, second)]
        return compute_normal_interval(printed[0] - printed[1], math.hypot(*errors))

    models = list(dict.fromkeys(row for figure, row, _ in value if figure == threedsr_names.DROP))
    z = {row: value[threedsr_names.DROP, row, f"z {threedsr_names.OVERALL}"] for row in models}
    n = sum(SYNTHETIC_WEIGHTS.values())
    plain = {}
    for row in models:
        pair = [value[threedsr_names.BY_VIEW, row, f"{view} overall"] / 100 for view in ("common", "uncommon")]
        plain[row] = 100 * (pair[1] - pair[0]) / (100 * math.sqrt(sum(p * (1 - p) / n for p in pair)))

    def count_significant(scores):
        return int((apply_holm_correction([float(2 * stats.norm.sf(abs(one))) for one in scores]) < 0.05).sum())

    guess = compute_weighted_mean(compute_chance_levels("consistent"), MODELS_WEIGHTS)
    tested = [
        row for figure, row, column in value
        if figure == threedsr_names.BY_MODEL
        and column == threedsr_names.OVERALL and row not in (*threedsr_names.GUESSES, "Human")
    ]  # fmt: skip
    resolved = [row for row in models if value[threedsr_names.DROP, row, "z orientation"] <= -Z]
    return {
        "highest": compute_lead(threedsr_names.BY_MODEL, "LLaVA-NeXT-8B", "Gemini-1.5-Pro"),
        "human_gap": compute_lead(threedsr_names.BY_MODEL, "Human", "LLaVA-NeXT-8B"),
        "above_guessing": (
            sum(value[threedsr_names.BY_MODEL, row, threedsr_names.OVERALL] > guess + 1 for row in tested),
        ),
        "dinov2": compute_lead(threedsr_names.BY_ENCODER, dino, clip),
        "sva": compute_lead(threedsr_names.BY_ENCODER, sva, dino),
        "sam": compute_lead(threedsr_names.BY_ENCODER, sam, clip),
        "height_mae": compute_lead(threedsr_names.BY_ENCODER, mae, clip, "height"),
        "height_sam": compute_lead(threedsr_names.BY_ENCODER, sam, clip, "height"),
        "uncommon_all": (sum(one <= -Z for one in z.values()),),
        "uncommon_orientation": (len(resolved),),
    }, {
        "plain": sum(one <= -Z for one in plain.values()),
        "corrected": count_significant(z.values()),
        "plain_corrected": count_significant(plain.values()),
        "not_resolved": {row: round(one, 1) for row, one in z.items() if one > -Z},
        "height_dinov2": compute_lead(threedsr_names.BY_ENCODER, dino, clip, "height"),
    }


def compute_gepbench_figures():
    """Compute GePBench's figures: means of cells with 800 questions each, which is the cautious reading."""
    value = load_values(gepbench)

    def compute_cell_mean(row, cells=gepbench_names.CELLS):
        figure = (
            gepbench_names.BY_MODEL if (gepbench_names.BY_MODEL, row, cells[0]) in value else gepbench_names.BY_ENCODER
        )
        shares = [value[figure, row, cell] / 100 for cell in cells]
        return 100 * np.mean(shares), 100 * math.sqrt(sum(p * (1 - p) / 800 for p in shares)) / len(cells)

    def compute_lead(first, second, cells=gepbench_names.CELLS):
        (a, error_a), (b, error_b) = compute_cell_mean(first, cells), compute_cell_mean(second, cells)
        return compute_normal_interval(a - b, math.hypot(error_a, error_b))

    def list_cells(aspect):
        return tuple(f"{level} {aspect}" for level in LEVELS)

    models = [
        row for figure, row, column in value
        if figure == gepbench_names.BY_MODEL
        and column == gepbench_names.AVERAGE and row not in gepbench_names.NOT_MODELS
    ]  # fmt: skip
    cells = [(row, cell) for row in models for cell in list_cells("size")]
    size = {(row, cell): value[gepbench_names.BY_MODEL, row, cell] for row, cell in cells}
    below = [one < value["blind_baseline", "best letter", cell] for (_, cell), one in size.items()]
    errors = [100 * math.sqrt(one * (100 - one) / 800) / 100 for one in size.values()]
    by_aspect = {
        aspect: np.mean([compute_cell_mean(row, list_cells(aspect))[0] for row in models]) for aspect in ASPECTS
    }
    hard = {
        aspect: np.mean([value[gepbench_names.BY_MODEL, row, f"hard {aspect}"] for row in models]) for aspect in ASPECTS
    }
    clips = "CLIP, 336 px", "CLIP, 224 px"
    mixed = next(row for figure, row, _ in value if row.startswith("CLIP + DINOv2") and row.count("224") == 2)
    counting = list_cells("counting")
    return {
        "first": compute_lead("Gemini-1.5-pro", "InternVL-2.5 78B"),
        "size_below_guessing": (sum(one + Z * error < 25 for one, error in zip(size.values(), errors, strict=True)),),
        "hardest": (by_aspect["location"],),
        "humans": compute_lead("Human", "GPT-4o"),
        "resolution": compute_lead(*clips),
        "resolution_aspects": compute_lead(*clips, ("easy reference",)),
        "mixed_encoders": compute_lead(mixed, next(row for _, row, _ in value if row.startswith("DINOv2"))),
        "siglip": compute_lead(next(row for _, row, _ in value if row.startswith("SigLIP")), clips[0], counting),
        "clip_openclip": compute_lead("CLIP, 336 px", "OpenCLIP, 224 px"),
    }, {
        "below 25": sum(one < 25 for one in size.values()),
        "below constant": sum(below),
        "by_aspect": by_aspect,
        "hard": hard,
        "resolution": {aspect: compute_lead(*clips, list_cells(aspect)) for aspect in ASPECTS},
        "mixed_clip": compute_lead(mixed, clips[1]),
        "siglip_cells": {
            cell: tuple(value[gepbench_names.BY_ENCODER, row, cell] for row in ("SigLIP, 224 px", clips[0]))
            for cell in (*counting, *list_cells("relation"))
        },
    }


def compute_giq_figures():
    """Compute GIQ's figures: counts behind the digitised shares, people, and the printed symmetry."""
    value = load_values(giq)

    def count_hits(model, group):
        n = SOLIDS_OF_FIGURE[group]
        return round(value[giq_names.NAMING_BY_MODEL, model, group] * n / 100), n

    def compute_lead(other, column):
        scores = [value[giq_names.SYMMETRY_BY_ENCODER, row, column] for row in ("DINOv2", other)]
        halves = [
            (value["high_if_one_vote_a_solid", row, column] - value["low_if_one_vote_a_solid", row, column]) / 2
            for row in ("DINOv2", other)
        ]
        return compute_normal_interval(scores[0] - scores[1], math.hypot(*halves) / Z)

    (first, n), (second, _) = count_hits("Gemini 2.5 Pro", "stellation"), count_hits("ChatGPT o3", "stellation")
    shares = first / n, second / n
    people = value[giq_names.OF_PEOPLE, "mean of participants", "hard pairs"] / 100
    spread = 0.11 / math.sqrt(PEOPLE)
    best = value[giq_names.ROTATION_BY_ENCODER, "SigLip", giq_names.PAPERS_HARD_PAIRS] / 100
    error = math.hypot(spread, math.sqrt(best * (1 - best) / HARD_PAIRS))
    others = [
        count_hits(model, "kepler-poinsot") for model in ("Claude 3.7 Sonnet", "ChatGPT o4-mini-high", "ChatGPT o3")
    ]
    pooled = stats.fisher_exact([[4, 0], [sum(k for k, _ in others), sum(m - k for k, m in others)]]).pvalue
    groups = {
        (model, group): one for (figure, model, group), one in value.items() if figure == giq_names.NAMING_BY_MODEL
    }
    return {
        "o3_platonic": compute_wilson_share(*count_hits("ChatGPT o3", "platonic")),
        "gemini_kp": compute_wilson_share(*count_hits("Gemini 2.5 Pro", "kepler-poinsot")),
        "gemini_kp_ahead": (pooled,),
        "gemini_stellations": compute_normal_interval(
            100 * (shares[0] - shares[1]), 100 * math.sqrt(sum(p * (1 - p) / n for p in shares))
        ),
        "below_20": (max(one for (_, group), one in groups.items() if group == "kepler-poinsot"),),
        "central_highest": compute_lead("CLIP", "central, renderings"),
        "rot4_wild": compute_lead("ConvNeXt", "4-fold, photographs"),
        "human_parity": compute_normal_interval(100 * (best - people), 100 * error),
        "persons_above": compute_wilson_share(28, PEOPLE),
        "participants": (PEOPLE,),
        "shapes_238": (10 + 4,),
    }, {
        "single": stats.fisher_exact([[4, 0], [1, 3]]).pvalue,
        "platonic": stats.fisher_exact([[5, 0], [3, 2]]).pvalue,
        "groups": groups,
    }
