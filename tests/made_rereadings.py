"""Files of rereadings like those of `reread`, without a model."""

from core.benchmarks.context import open_benchmark
from core.inference.clients.providers import resolve_endpoint
from core.inference.rereading.extraction_prompt import EXTRACTOR_PROMPT
from core.inference.rereading.plan import plan_rereading
from core.inference.run_options import RunOptions
from core.records import Reply
from core.runs.open_journal import open_journal
from core.runs.rereadings import build_line_facts


def write_rereadings(workspace, folder, run_id, extract, sample=50):
    """Write an extractor's texts for the unread replies of a run and a sample; return the file.

    Args:
        workspace: of the benchmark.
        folder: of its files.
        run_id: of the run.
        extract: returns the extractor's text by case id.
        sample: number of replies read by the rule that are also reread.
    """
    target = resolve_endpoint("local:reader", "http://127.0.0.1:9/v1")
    options = RunOptions(EXTRACTOR_PROMPT, image_view="none")
    planned = plan_rereading(target, options, run_id, open_benchmark(workspace, folder), sample=sample)
    with open_journal(planned.plan.journal, planned.plan.run) as journal:
        journal.facts_of = build_line_facts(planned.purposes.__getitem__, planned.compute_cost_usd)
        for key in planned.plan.chosen:
            text = extract(key.partition("#")[0])
            journal.append(Reply(planned.plan.run.run_id, key, text, latency_s=1.0, input_tokens=500, output_tokens=20))
    return planned.plan.journal
