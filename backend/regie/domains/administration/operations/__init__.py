"""Figures for the people who operate the application: queues, failures and the age of data."""
