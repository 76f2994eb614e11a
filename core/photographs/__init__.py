"""Photographs: their copies, their measurements, and the audit of the published truth by these."""
