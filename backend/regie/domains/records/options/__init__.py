"""Option lists that the organization can edit: churn reasons, industries and types of out-of-scope work."""
