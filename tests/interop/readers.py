"""Open an export with one reader: `python readers.py READER PATH` prints a summary as a line of JSON.

It runs in an environment with the other programs, so it imports nothing of Trilens.
"""

import json
import sys
from pathlib import Path


def read_inspect(path):
    """Read a log with Inspect's reader and its tables."""
    import inspect_ai
    from inspect_ai.analysis import events_df, messages_df, samples_df
    from inspect_ai.log import read_eval_log, read_eval_log_sample_summaries

    log = read_eval_log(str(path), resolve_attachments=True)
    frame = samples_df(str(path))
    scores = [name for name in frame.columns if name.startswith("score_")]
    assert log.status == "success", log.status
    assert len(log.samples) == len(read_eval_log_sample_summaries(str(path))) == len(frame) == log.eval.dataset.samples
    assert len(messages_df(str(path))) > 0
    assert len(events_df(str(path))) == len(log.samples)
    assert all(str(frame[name].dtype).startswith("double") for name in scores), frame.dtypes
    images = [part.image for sample in log.samples for part in sample.messages[0].content if part.type == "image"]
    assert images
    assert all(image.startswith("data:image/") for image in images)
    return f"inspect_ai {inspect_ai.__version__}", {
        "samples": len(log.samples), "scores": len(scores), "pictures": len(images),
        "errors": sum(sample.error is not None for sample in log.samples),
    }  # fmt: skip


def read_lines(path):
    """Read sample lines of lm-eval and lmms-eval, which their users open with `datasets`."""
    import datasets

    rows = metrics = 0
    files = sorted(path.rglob("*samples_*.jsonl"))
    assert files
    for file in files:
        table = datasets.load_dataset("json", data_files=str(file), split="train")
        assert len(table) == sum(1 for _ in file.open("rb"))
        numbers = [name for name, kind in table.features.items() if getattr(kind, "dtype", "") == "float64"]
        rows, metrics = rows + len(table), metrics + len(numbers)
    assert metrics
    return f"datasets {datasets.__version__}", {"files": len(files), "rows": rows, "metrics": metrics}


def read_baseline(path):
    """Read sample lines of lmms-eval with its own loader of baselines, which compares two runs."""
    from importlib.metadata import version

    from lmms_eval.baselines.loader import load_baseline

    rows = scored = 0
    files = sorted(path.rglob("*_samples_*.jsonl"))
    assert files
    for file in files:
        lines = [json.loads(line) for line in file.open(encoding="utf-8")]
        (task,) = {name for line in lines for name in line if name.endswith("_score")} or {""}
        found, results = load_baseline(str(file), task.removesuffix("_score"))
        ours = {line["doc_id"]: line[task] for line in lines if task in line}
        assert ours.items() <= found.items()
        assert all(score == 0 for doc_id, score in found.items() if doc_id not in ours)
        assert results["results"]
        rows, scored = rows + len(lines), scored + len(ours)
    assert scored
    return f"lmms_eval {version('lmms_eval')}", {"files": len(files), "rows": rows, "scores": scored}


def read_huggingface(path):
    """Read the folder as a dataset by its card, decode its images, and stream it."""
    import datasets

    answers = datasets.load_dataset(str(path), "answers", split="train")
    cases = datasets.load_dataset(str(path), "cases", split="train")
    images = [name for name, kind in cases.features.items() if isinstance(kind, datasets.Image)]
    assert images, cases.features
    sizes = [row[name].size for row in cases for name in images if row[name] is not None]
    assert sizes
    streamed = next(iter(datasets.load_dataset(str(path), "cases", split="train", streaming=True)))
    assert streamed["case_id"] == cases[0]["case_id"]
    assert set(answers["case_id"]) == set(cases["case_id"])
    return f"datasets {datasets.__version__}", {"answers": len(answers), "cases": len(cases), "pictures": len(sizes)}


def read_fiftyone(path):
    """Import the folder into FiftyOne; mongomock replaces its database server."""
    import mongomock
    import pymongo
    from mongomock.store import ServerStore

    class Client(mongomock.MongoClient):
        """A client that is open for FiftyOne; mongomock takes every unknown name for a database."""

        _closed = False
        _shared = ServerStore()

        def __init__(self, *args, **options):
            super().__init__(*args, **options, _store=self._shared)

    pymongo.MongoClient = Client
    import fiftyone

    dataset = fiftyone.Dataset.from_dir(
        dataset_dir=str(path), dataset_type=fiftyone.types.LegacyFiftyOneDataset, name="interop"
    )
    samples = list(dataset)
    labels = [name for name in samples[0].field_names if isinstance(samples[0][name], fiftyone.Classification)]
    assert all(Path(sample.filepath).is_file() for sample in samples)
    assert labels
    return f"fiftyone {fiftyone.__version__}", {"samples": len(samples), "labels": len(labels)}


READERS = {
    "inspect": read_inspect, "lm-eval": read_lines, "lmms-eval": read_lines, "huggingface": read_huggingface,
    "fiftyone": read_fiftyone, "baseline": read_baseline,
}  # fmt: skip


if __name__ == "__main__":
    program, opened = READERS[sys.argv[1]](Path(sys.argv[2]))
    print(json.dumps({"program": program, "opened": opened}, default=int))
