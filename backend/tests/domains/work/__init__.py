"""Clients and the work for them: deals, projects, retainers, out-of-scope sales, churn and files."""
