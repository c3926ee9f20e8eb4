"""Tests of second factors."""
