"""What the agency stands for, in both languages."""
