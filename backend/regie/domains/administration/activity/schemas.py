"""API schemas of the activity log."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field

from regie.core.api.wire import ApiId, Day, ListQuery, Output, Ref

Action = Literal[
    "created", "changed", "deleted", "signed_in", "signed_out", "sign_in_refused", "password_changed", "invited",
    "handed_over", "impersonation_started", "impersonation_stopped", "google_linked",
    "google_unlinked", "proof_refused", "totp_on", "totp_off",
    "passkey_added", "passkey_removed", "recovery_codes_renewed", "two_factor_reset", "session_ended", "sessions_ended",
    "exported", "imported", "downloaded", "cost_rate_set", "rates_fetched", "missing_accepted", "restored",
    "live_copy_confirmed", "personal_data_exported", "personal_data_erased", "retried", "dismissed",
    "paused", "resumed", "ended", "term_removed", "term_dismissed",
    "note_added", "note_changed", "note_deleted", "contact_added", "contact_changed", "contact_deleted",
    "contact_logged", "reminder_sent",
    "amended", "amendment_approved", "amendment_declined", "amendment_undecided", "amendment_removed",
    "overage_billed", "overage_carried", "overage_given", "overage_sold", "overage_undone",
    "report_shared", "report_opened", "report_withdrawn",
    "matter_assigned", "matter_dismissed", "matter_restored",
    "history_closed", "history_reopened",
    "setup_dismissed", "setup_resumed", "sample_data_loaded", "sample_data_removed",
]  # fmt: skip
Subject = Literal[
    "client",
    "invoice",
    "project",
    "project_proposal",
    "project_kind_rule",
    "project_cost",
    "churn",
    "team",
    "employee",
    "user",
    "settings",
    "activity",
    "export",
    "connection",
    "match",
    "retainer_period",
    "payment",
    "oos_approval",
    "attachment",
    "saved_view",
    "core_value",
    "award",
    "goal",
    "enum_option",
    "exchange_rate",
    "import",
    "backup",
    "month",
    "mail",
    "deal",
]


class Change(Output):
    """One changed field; an event without a change has its details in `after`."""

    field: str
    before: object
    after: object


class ActivityBase(Output):
    api_id: str
    at: datetime
    action: Action
    subject_type: Subject
    subject: str
    subject_api_id: str | None
    subject_exists: bool
    actor: Ref | None
    real_actor: Ref | None


class ActivityColumns(ActivityBase):
    """An entry as stored: [before, after] by field."""

    changes: dict[str, list[object]]


class ActivityRow(ActivityBase):
    """`actor` is null for changes by the system; `real_actor` is the impersonator.

    `subject_exists` is true while the record exists and can be opened.
    """

    changes: list[Change]


class ActivityQuery(ListQuery):
    """`person` selects the changes by these users and those of their own records."""

    person: Annotated[list[ApiId], Field(max_length=10)] = []
    subject: Annotated[list[ApiId], Field(max_length=10)] = []
    actor: Annotated[list[ApiId], Field(max_length=100)] = []
    action: Annotated[list[Action], Field(max_length=50)] = []
    subject_type: Annotated[list[Subject], Field(max_length=20)] = []
    at_from: Day | None = None
    at_to: Day | None = None
