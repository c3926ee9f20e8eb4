"""Tests of problem reports."""
