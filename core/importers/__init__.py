"""Logs of other programs: recognised by content, read row by row, found among the cases, taken as runs."""
