"""Tests of shared tables and basic data."""
