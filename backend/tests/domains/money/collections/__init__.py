"""Tests of the follow-up of clients."""
