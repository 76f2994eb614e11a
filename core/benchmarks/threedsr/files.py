"""File names of a 3DSRBench set."""

ITEMS, ENGINE, IMAGES, TABLE = "questions.jsonl", "engine.json", "images", "3dsrbench_circular.tsv"
