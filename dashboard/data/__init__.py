"""What pages read: cached queries, addresses of images, and reading ahead."""
