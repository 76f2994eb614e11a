"""The command line: one module for each group of commands; a command imports what it needs when it runs."""
