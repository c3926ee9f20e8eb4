"""What needs a decision, of all clients, ranked by the money at stake."""
