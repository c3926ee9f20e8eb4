"""The hours of the caller's last and present week."""
