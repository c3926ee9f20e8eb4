"""Export and erasure of the personal data of one person."""
