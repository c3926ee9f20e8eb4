"""Tests of users and their own accounts."""
