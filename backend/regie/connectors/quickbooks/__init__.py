"""QuickBooks Online: customers, invoices, payments, credit memos."""
