"""The columns of exchange rates as a file has them."""

from regie.access.export_columns import Exported, day, instant, number, text, word

RATES_FILE = Exported(
    "exchange_rates",
    (
        day("valid_on"),
        text("currency"),
        number("rate"),
        day("observed_on"),
        word("source", "rate_source"),
        text("entered_by"),
        instant("created_at"),
    ),
)
