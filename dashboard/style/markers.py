"""The shapes of marks, for charts and components: those of `core/reports/marker_shapes.py`, which the report shares."""

from core.reports.marker_shapes import (
    MODELS,
    NEW_MODEL,
    PATHS,
    REFERENCES,
    get_dotted_shape,
    get_full_shape,
    get_open_shape,
)

__all__ = ["MODELS", "NEW_MODEL", "PATHS", "REFERENCES", "get_dotted_shape", "get_full_shape", "get_open_shape"]
