"""Texts of the page Glossary."""

LEAD = "The words of these pages. On other pages each is underlined at its first use: hover over it to read about it."
FIRST_SECTION = "To begin with"
OTHERS_SECTION = "All other words"
