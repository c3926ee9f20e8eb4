"""File storage, file kinds, pictures, and spreadsheets."""
