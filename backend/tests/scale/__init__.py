"""Tests of installations with several processes, a connection pooler, a read replica or a proxy."""
