"""The outside services: connections, synchronization, and the matching of their records."""
