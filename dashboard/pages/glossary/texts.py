"""Texts of the page Glossary."""

LEAD = "Each word is underlined at its first use on a page. Hover over it to see its definition."
