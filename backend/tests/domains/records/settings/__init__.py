"""Tests of the organization’s settings."""
