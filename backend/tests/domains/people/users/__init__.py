"""Those who sign in, and their own accounts."""
