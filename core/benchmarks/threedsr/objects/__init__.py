"""The things of a scene as solids: in front is +x, to their left +y, up +z; metres."""
