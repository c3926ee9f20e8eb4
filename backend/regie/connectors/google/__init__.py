"""Google sign-in: exchanges an authorization code for a verified identity; stores no access token."""
