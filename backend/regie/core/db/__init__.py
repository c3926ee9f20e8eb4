"""The database: connections and transactions, tables, identifiers, cached queries."""
