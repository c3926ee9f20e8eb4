"""Acting in somebody’s place, for half an hour, with both names on everything."""
