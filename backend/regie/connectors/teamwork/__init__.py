"""Teamwork.com: people, companies, projects, categories and time."""
