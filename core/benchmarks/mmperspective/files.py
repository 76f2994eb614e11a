"""Names of the files of a set of MMPerspective."""

IMAGES, ITEMS, ENGINE = "images", "perspective_items.jsonl", "engine.json"
