"""Tests of impersonation."""
