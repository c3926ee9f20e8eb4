"""Daily exchange rates of currencies in Canadian dollars."""
