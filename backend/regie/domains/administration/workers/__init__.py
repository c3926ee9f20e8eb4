"""The worker processes that run background work, as their heartbeats report them."""
