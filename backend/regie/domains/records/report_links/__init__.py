"""Private links on which a client reads the report of a retainer's month."""
