"""Parts: what a build makes of one journal, once."""
