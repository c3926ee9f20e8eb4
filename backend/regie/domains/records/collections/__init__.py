"""The follow-up of clients that owe money: its state, promises to pay, and the log of contacts."""
