"""Multiple choice: parsers of replies, blind readers, lift and bias of letters."""
