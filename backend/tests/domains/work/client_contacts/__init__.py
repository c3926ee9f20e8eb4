"""Tests of the contacts of clients."""
