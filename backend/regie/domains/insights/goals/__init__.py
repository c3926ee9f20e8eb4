"""Goals of employees and their progress."""
