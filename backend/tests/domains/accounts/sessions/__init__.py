"""Tests of signing in and out."""
