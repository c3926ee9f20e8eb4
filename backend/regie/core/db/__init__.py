"""Database connections, transactions, tables, identifiers and cached queries."""
