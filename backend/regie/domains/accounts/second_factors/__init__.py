"""The second factor: authenticator apps, passkeys, and codes on paper for when both are lost."""
