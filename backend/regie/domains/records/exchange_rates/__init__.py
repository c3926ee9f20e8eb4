"""What one unit of a currency was worth in Canadian dollars, day by day."""
