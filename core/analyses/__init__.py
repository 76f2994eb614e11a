"""Analyses that pages show, one module per page: answers of the query `answers` in, small frames out.

Everything that pages show in percent is returned in percent. Formulas are those of `core.scoring` and
`core.statistics`; no module here depends on the user interface.
"""
