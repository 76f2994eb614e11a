"""Construction of the objects of scenes as solids: front is +x, left +y, up +z; metres.

`tools/write_scene_objects.py` stores them.
"""
