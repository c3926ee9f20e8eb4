"""The words for every enumerated value, in both languages."""
