"""The objects of a scene as solids: front is +x, left +y, up +z; metres."""
