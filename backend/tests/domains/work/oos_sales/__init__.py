"""Tests of out-of-scope sales."""
