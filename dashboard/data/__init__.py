"""Data access of pages: the selected benchmark, cached queries, addresses of images, and prefetching."""
