"""The contacts of clients besides the primary one, entered here or read from HubSpot."""
