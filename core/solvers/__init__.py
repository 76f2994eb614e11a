"""The reference models: they answer like any model, from what the geometry measures instead of from looking."""
