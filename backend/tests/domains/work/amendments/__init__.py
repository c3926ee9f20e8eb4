"""Tests of amendments of amounts."""
