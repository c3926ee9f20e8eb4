"""Who may do what: actors, permissions, sessions, and the gate in front of every route."""
