"""Sign-in, sessions, passwords, second factors, impersonation and deactivation."""
