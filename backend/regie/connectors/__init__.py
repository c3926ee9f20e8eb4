"""The outside services, read and never written: one thin client per service over one shared gateway."""
