"""Texts of the page Glossary."""

LEAD = "Each word is underlined at its first use on the other pages. Hover over it to see its definition."
FIRST_SECTION = "To begin with"
OTHERS_SECTION = "All other words"
