"""Sign-in with Google: accounts to choose from, codes, signed tokens, and every way in which they can be wrong."""
