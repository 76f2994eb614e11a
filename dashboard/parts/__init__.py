"""What pages are made of: one module a part of a page."""
