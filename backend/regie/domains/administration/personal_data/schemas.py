"""API schemas of the export and erasure of personal data."""

from typing import Annotated, Literal

from pydantic import AfterValidator, StringConstraints

from regie.core.api.wire import ApiId, Input, Output, SingleLineText, validate_visible_lines

Kind = Literal["user", "employee", "contact"]
MentionTable = Literal[
    "attachments", "awards", "bug_reports", "churn_events", "client_notes", "client_reminders", "clients",
    "closed_months", "collection_entries",
    "customer_credits", "employee_goals", "enum_options",
    "goal_check_ins", "hubspot_deals", "invoice_follow_ups", "invoices", "oos_approvals", "overage_decisions",
    "project_amendments", "project_costs", "project_fees", "project_payments", "project_proposals", "projects",
    "quickbooks_customers", "replaced_files",
    "retainer_periods", "saved_views", "teams", "teamwork_companies", "teamwork_projects", "terms", "time_entries",
    "undated_terms",
]  # fmt: skip
Reason = Annotated[str, StringConstraints(min_length=1, max_length=500), AfterValidator(validate_visible_lines)]


class PersonalDataExportCreate(Input):
    """`id` is that of the user, of the employee, of the contact, or of the client for its primary contact."""

    kind: Kind
    id: ApiId


class ErasureCreate(Input):
    """`name` is the person's name as shown, which confirms the erasure; the reason is logged."""

    kind: Kind
    id: ApiId
    name: SingleLineText
    reason: Reason


class Mention(Output):
    """A text that mentions the person and was not changed; `link` is a path of the application, if it has a page."""

    table: MentionTable
    name: str
    link: str | None


class ErasureOut(Output):
    """`mentions` are the first of `mention_count` texts that mention the person, for someone to decide."""

    api_id: str
    name: str
    rows: int
    mention_count: int
    mentions: list[Mention]
