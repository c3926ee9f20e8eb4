"""The report of a retainer's month for the client, as a PDF and behind a private link."""
