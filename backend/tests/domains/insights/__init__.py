"""Figures, dashboards, goals, core values and recognition."""
