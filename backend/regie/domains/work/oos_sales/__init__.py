"""Out-of-scope sales, their sellers, and client approvals."""
