"""Elements that several pages show: tables, charts, links, thumbnails."""
