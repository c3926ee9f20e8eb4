"""The retainer ledger: what each month of a retainer includes, what it took, and what moves on."""
