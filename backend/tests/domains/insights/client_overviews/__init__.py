"""Tests of the page of a client."""
