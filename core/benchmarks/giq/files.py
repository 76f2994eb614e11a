"""File names of a GIQ set."""

ITEMS, ENGINE, RENDERINGS = "items.jsonl", "engine.json", "renderings"
