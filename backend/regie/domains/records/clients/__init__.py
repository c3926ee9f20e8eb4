"""The tables of clients, for every noun that reads them."""
