"""Which tables the sample fills and the removal empties, and which belong to the installation."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Column, Table, text
from sqlalchemy.orm import Session

from regie.core.db.schema import METADATA
from regie.core.money.amounts import AMOUNT_DIGITS

# Loading requires that they are empty, and copies their rows; the removal empties them.
SAMPLE_TABLES = frozenset(
    {
        "attachments", "awards", "churn_attributions", "churn_events", "client_collections", "client_contacts",
        "client_links", "client_notes", "client_reminders", "clients", "closed_months", "collection_entries",
        "collection_entry_invoices", "company_targets",
        "core_values", "customer_credits", "employee_cost_rates", "employee_goals", "employee_leaves", "employees",
        "goal_check_ins", "hubspot_companies", "hubspot_contact_companies", "hubspot_contacts", "hubspot_deals",
        "hubspot_owners", "hubspot_stages", "invoice_documents", "invoice_follow_ups", "invoice_payments", "invoices",
        "match_decisions", "month_pack_files", "month_packs", "oos_approvals", "overage_decisions",
        "payment_allocations", "project_amendments", "project_costs", "project_fees", "project_kind_rules",
        "project_members", "project_payments", "project_proposals", "project_sellers", "projects", "published_amounts",
        "quickbooks_customers", "replaced_files", "report_links", "retainer_periods", "retainer_warnings",
        "team_members", "teams", "teamwork_categories", "teamwork_companies", "teamwork_people", "teamwork_projects",
        "teamwork_tasks", "terms", "time_entries", "triage_matters", "triage_snoozes", "undated_terms",
        "unsettled_warnings",
    }
)  # fmt: skip
# Calculated from the sample: emptied when it is loaded and when it is removed, and calculated again.
DERIVED_TABLES = frozenset(
    {
        "figure_amounts", "figure_builds", "figure_changes", "figure_conversions", "figure_span_amounts",
        "figure_spans", "figure_totals",
    }
)  # fmt: skip
# Their rows since the loading are about the sample.
RECENT_TABLES = frozenset({"exports", "notifications"})
# Of the installation: the sample adds fictional users, and project numbers; everything else stays unchanged. Totals of
# payments stay with the marks that the sample leaves.
OWN_TABLES = frozenset(
    {
        "activity", "avatars", "backup_verifications", "backups", "bug_reports", "connection_secrets", "connections",
        "email_tokens", "enum_options", "erased_records", "erasures", "exchange_rates", "file_removals",
        "google_attempts", "google_identities", "idempotency_keys", "import_rows", "imports", "job_states", "mails",
        "notification_settings", "number_series", "organization_logo", "passkey_challenges", "passkeys",
        "payment_day_changes", "payment_day_totals", "pending_sign_ins", "rate_fetches", "rate_limit_states",
        "recovery_codes", "restores", "sample_data", "saved_view_defaults", "saved_views", "schema_support",
        "sessions", "settings", "setup_dismissals", "shared_lists", "sign_in_counts", "sync_checkpoints", "sync_runs",
        "table_changes", "totp_devices", "users", "worker_heartbeats",
    }
)  # fmt: skip
# What people add; the dialog of the removal names their number.
COUNTED_TABLES = ("clients", "projects", "employees", "teams", "client_notes", "attachments")
# The subjects of the activity log that the sample consists of; a trigger lists the same.
SAMPLE_SUBJECTS = (
    "attachment", "award", "churn", "client", "core_value", "deal", "employee", "goal", "invoice", "match", "month",
    "oos_approval", "payment", "project", "project_cost", "project_kind_rule", "project_proposal",
    "retainer_period", "team",
)  # fmt: skip


def sample_tables() -> Sequence[Table]:
    """Return the tables of the sample, those that are referenced first."""
    return [table for table in METADATA.sorted_tables if table.name in SAMPLE_TABLES]


def emptied_tables() -> Sequence[Table]:
    """Return the tables that the removal empties, those that are referenced last."""
    return [table for table in reversed(METADATA.sorted_tables) if table.name in SAMPLE_TABLES | DERIVED_TABLES]


def derived_tables() -> Sequence[Table]:
    return [table for table in reversed(METADATA.sorted_tables) if table.name in DERIVED_TABLES]


def own_references(table: Table) -> Sequence[Column]:
    """Return the columns that refer to another row of the same table."""
    return [column for column in table.columns if any(key.column.table is table for key in column.foreign_keys)]


def user_references() -> Iterator[Column]:
    """Yield the optional columns of the installation's tables that refer to users."""
    for name in sorted(OWN_TABLES - {"users"}):
        for column in METADATA.tables[name].columns:
            if column.nullable and any(
                key.target_fullname == "users.id" and key.ondelete is None for key in column.foreign_keys
            ):
                yield column


def money_columns(table: Table) -> Sequence[str]:
    """Return the columns with a currency."""
    return [column.name for column in table.columns if column.name in ("currency", "promised_currency")]


def amount_columns(table: Table) -> Sequence[str]:
    """Return the columns of amounts of money, and of values of goals that may be money."""
    return [column.name for column in table.columns if getattr(column.type, "digits", None) == AMOUNT_DIGITS]


def lock_tables(session: Session) -> None:
    """Wait for transactions that write real records, and let none begin; SQLite has one writer anyway."""
    if session.get_bind().dialect.name != "sqlite":
        names = ", ".join(sorted(SAMPLE_TABLES | {"connections", "connection_secrets"}))
        session.execute(text(f"LOCK TABLE {names} IN SHARE ROW EXCLUSIVE MODE"))
