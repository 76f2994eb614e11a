"""The page Truth audit."""
