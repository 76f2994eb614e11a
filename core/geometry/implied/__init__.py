"""What a reply's numbers imply about the triangle: the angles that two of them fix, the triangle nearest to all."""
