"""The page Items."""
