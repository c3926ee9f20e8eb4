"""Notifications of users, in the application and by email."""
