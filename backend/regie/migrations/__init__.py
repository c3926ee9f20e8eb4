"""Database migrations, for both engines."""
