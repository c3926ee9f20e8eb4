"""Values that people have given to each other."""
