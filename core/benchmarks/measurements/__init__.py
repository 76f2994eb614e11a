"""Scene measurements: open questions about rendered scenes, answered with numbers, texts, points, boxes and orders."""
