"""Glossary terms of photographs of triangles."""

from core.benchmarks.data import GlossaryTerm
from core.toml_tables import load_rows

TERMS = tuple(load_rows(__file__, "glossary_terms.toml", GlossaryTerm).values())
