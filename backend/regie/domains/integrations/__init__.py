"""The outside services: connections, synchronization, and matching of their records."""
