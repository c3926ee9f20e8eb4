"""Who may do what, spoken to over HTTP."""
