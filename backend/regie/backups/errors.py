"""The error of a backup or restore; its message says what to do."""


class BackupError(Exception):
    """A backup cannot be made, read or restored."""
