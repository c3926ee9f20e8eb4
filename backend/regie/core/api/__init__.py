"""What enters and leaves the API: types, errors and their texts."""
