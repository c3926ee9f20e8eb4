"""The tables of employees, for every noun that reads them."""
