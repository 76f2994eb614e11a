"""Every key of an element and of the session state, by owner: a module per page folder, `shell`, and `common`.

A page writes only its own keys and common ones. The shell resets keys of pages when the benchmark changes.
"""
