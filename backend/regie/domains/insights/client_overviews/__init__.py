"""What the page of a client adds up over the months."""
