"""Parts of the Lab page."""
