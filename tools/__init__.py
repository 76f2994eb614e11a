"""Scripts and engines of research, which need a checkout: no page imports them, and a release may leave them out."""
