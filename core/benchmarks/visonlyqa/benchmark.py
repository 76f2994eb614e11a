"""VisOnlyQA: 1,200 questions about geometric information in scientific figures, with the replies of 20 models.

Source: Kamoi et al., "VisOnlyQA: Large Vision Language Models Still Struggle with Visual Perception of Geometric
Information", arXiv 2412.00947.
"""

from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.benchmarks.registry import VISONLYQA
from core.benchmarks.visonlyqa.answer_sets import find_set_words, read_set_answer
from core.benchmarks.visonlyqa.benchmark_data import read_visonlyqa
from core.benchmarks.visonlyqa.published import PAPER_TABLES
from core.benchmarks.visonlyqa.questions import list_question_files

BENCHMARK = ChoiceBenchmark(
    benchmark_id=VISONLYQA,
    reads=read_visonlyqa,
    needs=tuple(map(str, list_question_files())),
    published=PAPER_TABLES.paths,
    read_open=read_set_answer,
    find_open_words=find_set_words,
)
