"""Authorization: actors, permissions, sessions, and the checks that run before every route."""
