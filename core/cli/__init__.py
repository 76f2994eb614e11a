"""The command line: one module a group of commands; what a command does is imported when it is called."""
