"""The tables of churns, for every noun that reads them."""
