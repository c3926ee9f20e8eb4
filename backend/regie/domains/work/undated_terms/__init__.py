"""Terms whose first day no data say: a person dates or dismisses them."""
