"""What people brought in, sold, lost and worked: figures of many people at once."""
