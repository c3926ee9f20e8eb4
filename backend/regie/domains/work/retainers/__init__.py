"""The retainer ledger: each month's included, used and rolled-over hours."""
