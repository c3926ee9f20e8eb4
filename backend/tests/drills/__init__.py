"""Tests of failures and concurrency."""
