"""Parts: cached build results of one journal each."""
