"""The page Bias."""
