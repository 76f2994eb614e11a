"""Names of the files of a set of GIQ."""

ITEMS, ENGINE, RENDERINGS = "items.jsonl", "engine.json", "renderings"
