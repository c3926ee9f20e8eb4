"""What the product promises, as tests."""
