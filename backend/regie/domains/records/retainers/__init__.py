"""The tables of retainers, for every noun that reads them."""
