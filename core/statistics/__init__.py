"""Statistics of scores: intervals, tests, lift, skill and agreement."""
