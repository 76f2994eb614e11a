"""Photographs: their copies, what is measured in them, and the audit of the published truth by them."""
