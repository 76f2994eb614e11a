"""Session keys of Glossary."""

from dashboard.runtime.session_state import ElementKey

MARKED_TERM = ElementKey("marked-term")
REVEAL_TERM = ElementKey("reveal-term")
TERM = ElementKey("term")
"""Parameter of the URL: the word to mark."""
