"""What the pages compute from the answers: one module a page. Answers of the query `answers` in, small frames out.

All that is shown in percent comes out in percent. Formulas are those of `core.scoring`; nothing in here knows a screen.
"""
