"""Tests of the sample data."""
