"""Deals of the CRM that are, or may become, projects."""
