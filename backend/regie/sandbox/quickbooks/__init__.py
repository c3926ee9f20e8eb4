"""QuickBooks Online's read surface and its token endpoint."""
