"""The dashboard: pages over named queries of the warehouse."""
