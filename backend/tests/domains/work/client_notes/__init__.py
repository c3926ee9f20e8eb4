"""Tests of dated notes about clients."""
