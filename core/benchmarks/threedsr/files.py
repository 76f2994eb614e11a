"""Names of the files of a set of 3DSRBench."""

ITEMS, ENGINE, IMAGES, TABLE = "questions.jsonl", "engine.json", "images", "3dsrbench_circular.tsv"
