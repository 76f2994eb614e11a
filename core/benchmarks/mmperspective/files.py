"""File names of an MMPerspective set."""

IMAGES, ITEMS, ENGINE = "images", "perspective_items.jsonl", "engine.json"
