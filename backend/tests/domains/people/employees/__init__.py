"""People who work at the agency, whether they sign in or not."""
