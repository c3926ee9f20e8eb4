"""CRM deals that are, or may become, projects."""
