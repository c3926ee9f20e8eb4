"""Lists the copied records of the outside services."""
