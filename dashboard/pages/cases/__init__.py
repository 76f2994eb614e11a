"""The page Cases: gallery, one case, slideshow."""
