"""Basic data that several areas read: settings, choices, exchange rates, copies of the services, shared tables."""
