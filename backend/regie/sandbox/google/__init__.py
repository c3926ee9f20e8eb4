"""Imitates Google sign-in: accounts, codes and signed tokens, with faulty variants of each."""
