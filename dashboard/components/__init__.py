"""Custom browser components: a gallery, one photograph with layers, zoom and pan, a board with points to drag, keys.

Their scripts build elements with `createElement` and `textContent` only; nothing is ever parsed as HTML.
"""
