"""The warehouse: one immutable DuckDB file per build, and a pointer to the current one."""
