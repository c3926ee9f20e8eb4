"""Defines the columns of the exchange rate export."""

from regie.access.export_columns import ListExport, day, enum_label, instant, number, text

RATES_FILE = ListExport(
    "exchange_rates",
    (
        day("valid_on"),
        text("currency"),
        number("rate"),
        day("observed_on"),
        enum_label("source", "rate_source"),
        text("entered_by"),
        instant("created_at"),
    ),
)
