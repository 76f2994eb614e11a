"""Drafts of items: pictures and marks at random, of which those are kept that make exactly the right option true."""
