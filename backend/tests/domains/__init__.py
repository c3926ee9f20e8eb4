"""What each resource promises, over HTTP."""
