"""What wins users over, as scenarios over HTTP whose results are counted again from the raw rows."""
