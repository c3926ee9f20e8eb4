"""What people are told: in the app and by mail."""
