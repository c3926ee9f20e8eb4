"""The tables of invoices and what is owed on them, for every noun that reads them."""
