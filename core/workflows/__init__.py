"""From any state of a data folder to a current warehouse."""
