"""Figures of the dashboard, of employees, projects and teams, and the sales analysis."""
