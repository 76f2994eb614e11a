"""The page Lab."""
