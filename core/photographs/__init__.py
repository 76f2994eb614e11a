"""Photographs: their copies, what is measured in them, and what that says of the published truth."""
