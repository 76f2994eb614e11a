"""Files of rereadings as `reread` writes them, without a model."""

from core.benchmarks.context import open_benchmark
from core.inference.clients.providers import resolve_endpoint
from core.inference.rereading.extraction_prompt import EXTRACTOR_PROMPT
from core.inference.rereading.plan import plan_rereading
from core.inference.run_options import RunOptions
from core.records import Reply
from core.runs.open_journal import open_journal
from core.runs.rereadings import build_line_facts


def write_rereadings(settings, folder, run_id, extract, sample=50):
    """Write what an extractor returns about the unread replies of a run and a sample; the file.

    Args:
        settings: of the benchmark.
        folder: of its files.
        run_id: of the run.
        extract: gives the extractor's text by case id.
        sample: how many replies that the rule read are reread too.
    """
    target = resolve_endpoint("local:reader", "http://127.0.0.1:9/v1")
    options = RunOptions(EXTRACTOR_PROMPT, image_view="none")
    made = plan_rereading(target, options, run_id, open_benchmark(settings, folder), sample=sample)
    with open_journal(made.plan.journal, made.plan.run) as journal:
        journal.facts_of = build_line_facts(made.purposes.__getitem__, made.compute_cost_usd)
        for key in made.plan.chosen:
            text = extract(key.partition("#")[0])
            journal.append(Reply(made.plan.run.run_id, key, text, latency_s=1.0, input_tokens=500, output_tokens=20))
    return made.plan.journal
