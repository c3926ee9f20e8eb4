"""Tests of the caller's weeks."""
