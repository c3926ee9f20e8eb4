"""Teamwork.com's read surface, version 3."""
