"""Matches records of the outside services with clients, projects and employees."""
