"""Dated terms of records: values that hold from a day on."""
