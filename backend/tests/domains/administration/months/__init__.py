"""Tests of months."""
