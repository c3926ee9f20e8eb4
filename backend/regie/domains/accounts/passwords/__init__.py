"""Choosing a password: by invitation, after forgetting it, or because one wants another."""
