"""Follow-up of clients that owe money, and the log of contacts with them."""
