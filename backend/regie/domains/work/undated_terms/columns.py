"""Defines the columns of the export of undated terms."""

from regie.access.export_columns import ListExport, day, enum_label, instant, text

UNDATED_TERMS_FILE = ListExport(
    "undated_terms",
    (
        enum_label("record", "undated_term_record"),
        text("project"),
        text("client"),
        enum_label("name", "term_name"),
        enum_label("value", "undated_term_value"),
        enum_label("cause", "undated_term_cause"),
        text("names"),
        day("earliest_on"),
        day("latest_on"),
        enum_label("state", "undated_term_state"),
        day("dated_on"),
        text("decision_reason"),
        text("decided_by"),
        instant("decided_at"),
    ),
    fallback_noun="time_entries",
)
