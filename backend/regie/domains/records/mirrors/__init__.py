"""What was synchronised from the outside services, as they had it; no rules live here."""
