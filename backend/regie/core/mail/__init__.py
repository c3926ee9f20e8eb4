"""Email: queue, layout, delivery and transports."""
