"""The blind constant: to each question the best fixed answer, chosen on the other triangles. It sees no photograph."""
