"""Files of records that are tried first and then taken over whole."""
