"""Data access of pages: cached queries, addresses of images, and prefetching."""
