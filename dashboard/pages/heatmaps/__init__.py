"""The page Heatmaps."""
