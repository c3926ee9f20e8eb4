"""Tests of the setup steps."""
