"""Monthly targets of the organization."""
