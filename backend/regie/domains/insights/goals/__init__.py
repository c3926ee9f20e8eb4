"""What people are to reach, and how far they are."""
