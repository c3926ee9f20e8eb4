"""Tests of authorization over HTTP."""
