"""Around every page: sidebar, benchmark switch, search and set-up."""
