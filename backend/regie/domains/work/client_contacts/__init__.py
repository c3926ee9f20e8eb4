"""The contacts of clients besides the primary one."""
