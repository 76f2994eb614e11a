"""What is drawn over photographs and boards: shapes in pixels, without a browser."""
