"""Session keys of the sidebar and the command palette."""

from dashboard.runtime.session_state import ElementKey, StateKey

CASE_IS_OPENED = StateKey("palette-opened", bool)
"""Whether a case was opened on Cases itself, until the page runs again."""

COMMAND_PALETTE = ElementKey("command-palette")
COPY_LINK = ElementKey("copy-link")
GLOSSARY_WORDS = ElementKey("glossary-words")
SIDEWAYS_SCROLLING = ElementKey("scrolls-sideways")
TYPED_TEXT = StateKey("palette-typed", str)
"""Text for which models, cases, cohorts and notes were searched."""
