"""Impersonation: an administrator signs in as another user."""
