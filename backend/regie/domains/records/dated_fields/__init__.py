"""Fields of clients, projects and employees whose values are dated terms."""
