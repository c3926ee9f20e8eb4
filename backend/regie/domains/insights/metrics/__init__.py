"""Metrics of employees: hours, MRR, invoiced amounts, churn, sales and recognition."""
