"""Files of projects, clients and employees."""
