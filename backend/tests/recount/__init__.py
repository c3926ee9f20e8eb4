"""The dashboard told a second time, from the rows themselves, by code that shares no line with the product's."""
