"""Reminders to pay, which clients receive by mail with their statement of account."""
