"""The tables of users, for every noun that reads them."""
