"""Everything around the pages: sidebar, benchmark switch, search and set-up."""
