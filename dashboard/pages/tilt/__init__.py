"""The page Tilt."""
