"""Shared tables and basic data: settings, options, exchange rates and copies of outside services."""
