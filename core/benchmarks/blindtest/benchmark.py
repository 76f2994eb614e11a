"""BlindTest's two tasks with two circles: do they touch, do they overlap?

Source: Rahmanzadehgervi, Bolton, Taesiri, Nguyen, "Vision language models are blind", arXiv 2407.06581.
"""

from core.benchmarks.blindtest.published import FIGURES
from core.benchmarks.blindtest.reader import BENCHMARK_ID, read_blindtest
from core.benchmarks.blindtest.release_folders import IMAGES
from core.benchmarks.choice.benchmark import ChoiceBenchmark
from core.errors import FetchError
from core.progress import Report, silent
from core.settings import PUBLISHED, Settings


def bring(settings: Settings, report: Report = silent) -> None:
    """Fetch the authors' folders.

    Raises:
        FetchError: they cannot be reached, or some file cannot be fetched.
    """
    from core.benchmarks.blindtest.fetch import COMMAND, fetch

    result = fetch(settings, report=report)
    for path, reason in result.failed.items():
        raise FetchError(f"{path}: {reason}. {len(result.failed)} files are missing. Run {COMMAND} again.")


BENCHMARK = ChoiceBenchmark(
    benchmark_id=BENCHMARK_ID,
    reads=read_blindtest,
    needs=(IMAGES,),
    published=(PUBLISHED / FIGURES,),
    draw=bring,
    prompts=None,
    tables=("md",),
)
