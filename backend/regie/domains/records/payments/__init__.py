"""The tables of payments, for every noun that reads them."""
