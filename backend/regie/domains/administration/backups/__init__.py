"""The backups that were made, and the release of a restored copy."""
