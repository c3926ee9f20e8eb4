"""Tests of churns."""
