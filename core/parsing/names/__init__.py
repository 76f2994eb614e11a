"""Reading a name out of free text: what a thing may be called, and which of the names a reply gives."""
