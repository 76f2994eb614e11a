"""Import of other programs' logs: detect the format by content, read the rows, match them to cases, store runs."""
