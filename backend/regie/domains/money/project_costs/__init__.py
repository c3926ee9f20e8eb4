"""External costs of projects: what suppliers and freelancers bill for the work."""
