"""The command line, one module per group of commands; a command imports its dependencies when it runs."""
