"""Defines the columns of the export of proposed projects."""

from regie.access.export_columns import ListExport, day, enum_label, hours, instant, money, text

PROPOSALS_FILE = ListExport(
    "project_proposals",
    (
        text("name"),
        text("client"),
        enum_label("kind", "project_kind"),
        enum_label("certainty", "proposal_certainty"),
        enum_label("state", "proposal_state"),
        text("account_manager"),
        day("start_on"),
        day("end_on"),
        day("sold_on"),
        money("amount"),
        enum_label("billing_interval", "billing_interval"),
        hours("included_hours"),
        text("project"),
        text("accepted_by"),
        instant("accepted_at"),
    ),
    fallback_noun="projects",
)
