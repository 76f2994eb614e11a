"""Facts about Tri-Bench: its files, models and credit.

Source: A. Bendkhale, "Tri-Bench: Stress-Testing VLM Reliability on Spatial Reasoning under Camera Tilt and Object
Interference"; dataset (c) 2025 Amit Bendkhale, CC BY 4.0, https://github.com/Amiton7/Tri-Bench.
"""

from pathlib import Path

from core.benchmarks.registry import TRI_BENCH
from core.records import Model

BENCHMARK_ID = TRI_BENCH
CREDIT = "Tri-Bench © 2025 Amit Bendkhale, CC BY 4.0"
URL = "https://github.com/Amiton7/Tri-Bench"
VERSION = "528ab6b3468d27ae8582e25336552267a9b35fc2"
"""The pinned commit of the public repository."""

FILES = f"https://raw.githubusercontent.com/Amiton7/Tri-Bench/{VERSION}"
"""Default source of `fetch`."""

MODELS = (
    Model("gemini_2.5_pro", "Gemini 2.5 Pro", "Google", "gemini-2.5-pro-preview-03-25"),
    Model("gemini_2.5_flash", "Gemini 2.5 Flash", "Google", "gemini-2.5-flash"),
    Model("openai_gpt_5", "GPT-5", "OpenAI", "gpt-5-2025-08-07"),
    Model("qwen_2.5_32b", "Qwen2.5-VL-32B", "Fireworks", "qwen2p5-vl-32b-instruct"),
)
"""The models of the release. Source: Tri-Bench, Table 4."""

IMAGES = "images/triangles_original"
PROMPT = "prompts/tri_bench_prompt.txt"
TRIANGLES_3D = "data/tri_bench_triangles_3d.csv"
PIXELS_2D = "data/tri_bench_pixel_geometry_2d.csv"
OCCLUSION = "data/tri_bench_occlusion_annotations.csv"
RAW_REPLIES = "data/tri_bench_vlm_raw_responses.csv"
PREDICTIONS = "data/tri_bench_vlm_predictions.csv"
ACCURACY = "data/tri_bench_vlm_accuracy_by_image.csv"
RESULT_BY_MODEL = "data/tri_bench_vlm_table_1_3D_vs_2D.csv"
RESULT_BY_CLASS = "data/tri_bench_vlm_table_2_shape_bias.csv"
RESULT_BY_CONDITION = "data/tri_bench_vlm_table_3_question_wise.csv"
TABLES = (
    TRIANGLES_3D, PIXELS_2D, OCCLUSION, RAW_REPLIES, PREDICTIONS, ACCURACY, RESULT_BY_MODEL, RESULT_BY_CLASS,
    RESULT_BY_CONDITION,
)  # fmt: skip


def get_photograph_path(folder: Path, case_id: str) -> Path:
    """Return the path of a photograph's file in a release folder, whether it exists or not."""
    return folder / get_photograph_name(case_id)


def get_photograph_name(case_id: str) -> str:
    """Return the path of a photograph's file relative to a release folder."""
    return f"{IMAGES}/{case_id}.jpg"


def build_benchmark_row() -> dict[str, str]:
    """Return the row of the table `benchmarks`."""
    return {
        "benchmark_id": BENCHMARK_ID,
        "title": "Tri-Bench",
        "author": "Amit Bendkhale",
        "source": URL,
        "version": VERSION,
        "licence": "CC BY 4.0",
        "credit": CREDIT,
    }
