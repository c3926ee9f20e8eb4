"""Tests of previews of dated terms."""
