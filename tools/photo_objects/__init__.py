"""Construction of Tri-Bench's ten objects and a chair as solids. `tools/write_photo_objects.py` stores them."""
