"""Create the first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "activity",
        sa.Column("id", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("action", sa.String(length=40), nullable=False),
        sa.Column("subject_type", sa.String(length=40), nullable=False),
        sa.Column("subject_api_id", sa.String(length=36), nullable=True),
        sa.Column("subject_name", sa.String(length=200), nullable=False),
        sa.Column("actor_api_id", sa.String(length=36), nullable=True),
        sa.Column("actor_name", sa.String(length=200), nullable=True),
        sa.Column("real_actor_api_id", sa.String(length=36), nullable=True),
        sa.Column("real_actor_name", sa.String(length=200), nullable=True),
        sa.Column("topic", sa.String(length=12), nullable=True),
        sa.Column("changes", sa.JSON(), nullable=False),
        sa.Column("search_key", sa.String(length=500), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_activity")),
        sa.UniqueConstraint("api_id", name=op.f("uq_activity_api_id")),
    )
    with op.batch_alter_table("activity", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_activity_action"), ["action"], unique=False)
        batch_op.create_index(batch_op.f("ix_activity_actor_api_id"), ["actor_api_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_activity_at"), ["at"], unique=False)
        batch_op.create_index(batch_op.f("ix_activity_subject_api_id"), ["subject_api_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_activity_topic"), ["topic"], unique=False)

    op.create_table(
        "connection_secrets",
        sa.Column("service", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("value", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("service", "name", name=op.f("pk_connection_secrets")),
    )
    op.create_table(
        "connections",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("service", sa.String(length=12), nullable=False),
        sa.Column("name", sa.String(length=20), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.Column("url", sa.String(length=200), nullable=True),
        sa.Column("calls_per_minute", sa.Integer(), nullable=True),
        sa.Column("api_version", sa.String(length=10), nullable=True),
        sa.Column("client_id", sa.String(length=200), nullable=True),
        sa.Column("realm", sa.String(length=20), nullable=True),
        sa.Column("hinted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_connections")),
        sa.UniqueConstraint("api_id", name=op.f("uq_connections_api_id")),
        sa.UniqueConstraint("service", name=op.f("uq_connections_service")),
    )
    op.create_table(
        "google_attempts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=False),
        sa.Column("state_hash", sa.String(length=64), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_google_attempts")),
        sa.UniqueConstraint("state_hash", name=op.f("uq_google_attempts_state_hash")),
    )
    with op.batch_alter_table("google_attempts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_google_attempts_browser_hash"), ["browser_hash"], unique=False)
        batch_op.create_index(batch_op.f("ix_google_attempts_expires_at"), ["expires_at"], unique=False)

    op.create_table(
        "hubspot_companies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("domain", sa.String(length=400), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hubspot_companies")),
        sa.UniqueConstraint("api_id", name=op.f("uq_hubspot_companies_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_hubspot_companies_external_id")),
    )
    with op.batch_alter_table("hubspot_companies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hubspot_companies_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "hubspot_owners",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hubspot_owners")),
        sa.UniqueConstraint("api_id", name=op.f("uq_hubspot_owners_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_hubspot_owners_external_id")),
    )
    with op.batch_alter_table("hubspot_owners", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hubspot_owners_email"), ["email"], unique=False)
        batch_op.create_index(batch_op.f("ix_hubspot_owners_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "hubspot_stages",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("pipeline_id", sa.String(length=64), nullable=True),
        sa.Column("pipeline_name", sa.String(length=400), nullable=True),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=4), nullable=False),
        sa.Column("probability", sa.String(length=10), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hubspot_stages")),
        sa.UniqueConstraint("api_id", name=op.f("uq_hubspot_stages_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_hubspot_stages_external_id")),
    )
    with op.batch_alter_table("hubspot_stages", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hubspot_stages_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "invoice_payments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("external_id", sa.String(length=150), nullable=False),
        sa.Column("source_external_id", sa.String(length=64), nullable=False),
        sa.Column("invoice_external_id", sa.String(length=64), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("paid_on", sa.Date(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoice_payments")),
        sa.UniqueConstraint("external_id", name=op.f("uq_invoice_payments_external_id")),
    )
    with op.batch_alter_table("invoice_payments", schema=None) as batch_op:
        batch_op.create_index(
            batch_op.f("ix_invoice_payments_invoice_external_id"), ["invoice_external_id"], unique=False
        )
        batch_op.create_index(
            batch_op.f("ix_invoice_payments_source_external_id"), ["source_external_id"], unique=False
        )

    op.create_table(
        "mails",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("to_address", sa.String(length=254), nullable=False),
        sa.Column("locale", sa.String(length=5), nullable=False),
        sa.Column("kind", sa.String(length=40), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("next_try_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("claimed_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("failed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("error", sa.String(length=40), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_mails")),
    )
    op.create_table(
        "number_series",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("last", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_number_series")),
    )
    op.create_table(
        "outside_turns",
        sa.Column("service", sa.String(length=30), nullable=False),
        sa.Column("started", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("service", name=op.f("pk_outside_turns")),
    )
    op.create_table(
        "quickbooks_customers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("company_name", sa.String(length=400), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("phone", sa.String(length=200), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("balance", sa.BigInteger(), nullable=True),
        sa.Column("parent_id", sa.String(length=64), nullable=True),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quickbooks_customers")),
        sa.UniqueConstraint("api_id", name=op.f("uq_quickbooks_customers_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_quickbooks_customers_external_id")),
    )
    with op.batch_alter_table("quickbooks_customers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_quickbooks_customers_parent_id"), ["parent_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_quickbooks_customers_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "settings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("default_locale", sa.String(length=5), nullable=False),
        sa.Column("allowed_email_domains", sa.JSON(), nullable=False),
        sa.Column("admins_need_two_factor", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_settings")),
        sa.UniqueConstraint("api_id", name=op.f("uq_settings_api_id")),
    )
    op.create_table(
        "sign_in_counts",
        sa.Column("key_hash", sa.String(length=64), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("ends_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("key_hash", name=op.f("pk_sign_in_counts")),
    )
    with op.batch_alter_table("sign_in_counts", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_in_counts_ends_at"), ["ends_at"], unique=False)

    op.create_table(
        "sync_checkpoints",
        sa.Column("service", sa.String(length=12), nullable=False),
        sa.Column("step", sa.String(length=40), nullable=False),
        sa.Column("run", sa.String(length=36), nullable=True),
        sa.Column("is_done", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("since", sa.DateTime(timezone=True), nullable=True),
        sa.Column("from_on", sa.Date(), nullable=True),
        sa.Column("to_on", sa.Date(), nullable=True),
        sa.Column("cursor", sa.Text(), nullable=True),
        sa.Column("newest", sa.DateTime(timezone=True), nullable=True),
        sa.Column("watermark", sa.DateTime(timezone=True), nullable=True),
        sa.Column("full_at", sa.DateTime(timezone=True), nullable=True),
        sa.PrimaryKeyConstraint("service", "step", name=op.f("pk_sync_checkpoints")),
    )
    op.create_table(
        "sync_runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("service", sa.String(length=12), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("is_full", sa.Boolean(), nullable=False),
        sa.Column("accepts_missing", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("started_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("finished_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("step", sa.String(length=40), nullable=True),
        sa.Column("done", sa.Integer(), nullable=False),
        sa.Column("total", sa.Integer(), nullable=True),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.Column("problems", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(length=40), nullable=True),
        sa.Column("error_detail", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sync_runs")),
        sa.UniqueConstraint("api_id", name=op.f("uq_sync_runs_api_id")),
    )
    with op.batch_alter_table("sync_runs", schema=None) as batch_op:
        batch_op.create_index("ix_sync_runs_service_created_at", ["service", "created_at"], unique=False)
        batch_op.create_index(
            "ix_sync_runs_unfinished",
            ["service"],
            unique=True,
            postgresql_where=sa.text("status IN ('queued', 'running')"),
            sqlite_where=sa.text("status IN ('queued', 'running')"),
        )

    op.create_table(
        "table_changes",
        sa.Column("name", sa.String(length=64), nullable=False),
        sa.Column("version", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_table_changes")),
    )
    op.create_table(
        "teamwork_categories",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("parent_id", sa.String(length=64), nullable=True),
        sa.Column("colour", sa.String(length=20), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teamwork_categories")),
        sa.UniqueConstraint("api_id", name=op.f("uq_teamwork_categories_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_teamwork_categories_external_id")),
    )
    with op.batch_alter_table("teamwork_categories", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_teamwork_categories_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "teamwork_companies",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("is_owner", sa.Boolean(), nullable=False),
        sa.Column("website", sa.String(length=400), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("phone", sa.String(length=200), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("industry", sa.String(length=200), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teamwork_companies")),
        sa.UniqueConstraint("api_id", name=op.f("uq_teamwork_companies_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_teamwork_companies_external_id")),
    )
    with op.batch_alter_table("teamwork_companies", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_teamwork_companies_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "teamwork_people",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("first_name", sa.String(length=200), nullable=True),
        sa.Column("last_name", sa.String(length=200), nullable=True),
        sa.Column("email", sa.String(length=254), nullable=True),
        sa.Column("job_title", sa.String(length=200), nullable=True),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("company_id", sa.String(length=64), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teamwork_people")),
        sa.UniqueConstraint("api_id", name=op.f("uq_teamwork_people_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_teamwork_people_external_id")),
    )
    with op.batch_alter_table("teamwork_people", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_teamwork_people_email"), ["email"], unique=False)
        batch_op.create_index(batch_op.f("ix_teamwork_people_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "teamwork_projects",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("company_id", sa.String(length=64), nullable=True),
        sa.Column("category_id", sa.String(length=64), nullable=True),
        sa.Column("owner_id", sa.String(length=64), nullable=True),
        sa.Column("status", sa.String(length=20), nullable=True),
        sa.Column("is_archived", sa.Boolean(), nullable=False),
        sa.Column("start_on", sa.Date(), nullable=True),
        sa.Column("end_on", sa.Date(), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teamwork_projects")),
        sa.UniqueConstraint("api_id", name=op.f("uq_teamwork_projects_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_teamwork_projects_external_id")),
    )
    with op.batch_alter_table("teamwork_projects", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_teamwork_projects_company_id"), ["company_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_teamwork_projects_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "time_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("teamwork_project_id", sa.String(length=64), nullable=True),
        sa.Column("teamwork_user_id", sa.String(length=64), nullable=True),
        sa.Column("worked_on", sa.Date(), nullable=True),
        sa.Column("minutes", sa.Integer(), nullable=False),
        sa.Column("is_billable", sa.Boolean(), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_time_entries")),
        sa.UniqueConstraint("api_id", name=op.f("uq_time_entries_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_time_entries_external_id")),
    )
    with op.batch_alter_table("time_entries", schema=None) as batch_op:
        batch_op.create_index("ix_time_entries_project_worked_on", ["teamwork_project_id", "worked_on"], unique=False)
        batch_op.create_index(batch_op.f("ix_time_entries_synced_at"), ["synced_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_time_entries_teamwork_user_id"), ["teamwork_user_id"], unique=False)

    op.create_table(
        "users",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("first_name", sa.String(length=100), nullable=False),
        sa.Column("last_name", sa.String(length=100), nullable=False),
        sa.Column("locale", sa.String(length=5), nullable=False),
        sa.Column("timezone", sa.String(length=64), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("roles", sa.JSON(), nullable=False),
        sa.Column("previous_roles", sa.JSON(), nullable=False),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("invited_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("password_hash", sa.String(length=200), nullable=True),
        sa.Column("password_length", sa.Integer(), nullable=True),
        sa.Column("two_factor", sa.Boolean(), nullable=False),
        sa.Column("session_epoch", sa.Integer(), nullable=False),
        sa.Column("last_seen_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_users")),
        sa.UniqueConstraint("api_id", name=op.f("uq_users_api_id")),
        sa.UniqueConstraint("email", name=op.f("uq_users_email")),
    )
    op.create_table(
        "avatars",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("mime", sa.String(length=20), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.Column("digest", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_avatars_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_avatars")),
    )
    op.create_table(
        "employees",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("first_name", sa.String(length=100), nullable=False),
        sa.Column("last_name", sa.String(length=100), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("job_title", sa.String(length=200), nullable=True),
        sa.Column("started_on", sa.Date(), nullable=True),
        sa.Column("ended_on", sa.Date(), nullable=True),
        sa.Column("capacity_hours_week", sa.BigInteger(), nullable=False),
        sa.Column("teamwork_user_id", sa.String(length=64), nullable=True),
        sa.Column("status", sa.String(length=12), nullable=False),
        sa.Column("metric_scopes", sa.JSON(), nullable=False),
        sa.Column("metric_permissions", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_employees_user_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_employees")),
        sa.UniqueConstraint("api_id", name=op.f("uq_employees_api_id")),
        sa.UniqueConstraint("email", name=op.f("uq_employees_email")),
        sa.UniqueConstraint("user_id", name=op.f("uq_employees_user_id")),
    )
    with op.batch_alter_table("employees", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_employees_teamwork_user_id"), ["teamwork_user_id"], unique=False)

    op.create_table(
        "google_identities",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("issuer", sa.String(length=100), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("email", sa.String(length=254), nullable=False),
        sa.Column("linked_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_google_identities_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_google_identities")),
        sa.UniqueConstraint("issuer", "subject", name=op.f("uq_google_identities_issuer_subject")),
        sa.UniqueConstraint("user_id", name=op.f("uq_google_identities_user_id")),
    )
    op.create_table(
        "idempotency_keys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("key", sa.String(length=100), nullable=False),
        sa.Column("request_hash", sa.String(length=64), nullable=False),
        sa.Column("status", sa.Integer(), nullable=False),
        sa.Column("body", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_idempotency_keys_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_idempotency_keys")),
        sa.UniqueConstraint("user_id", "key", name=op.f("uq_idempotency_keys_user_id_key")),
    )
    with op.batch_alter_table("idempotency_keys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_idempotency_keys_created_at"), ["created_at"], unique=False)

    op.create_table(
        "match_decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("decision", sa.String(length=8), nullable=False),
        sa.Column("service", sa.String(length=12), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("other_service", sa.String(length=12), nullable=False),
        sa.Column("other_id", sa.String(length=64), nullable=False),
        sa.Column("other_name", sa.String(length=200), nullable=True),
        sa.Column("decided_by_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["decided_by_id"], ["users.id"], name=op.f("fk_match_decisions_decided_by_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_match_decisions")),
        sa.UniqueConstraint("api_id", name=op.f("uq_match_decisions_api_id")),
        sa.UniqueConstraint(
            "kind",
            "service",
            "external_id",
            "other_service",
            "other_id",
            name=op.f("uq_match_decisions_kind_service_external_id_other_service_other_id"),
        ),
    )
    with op.batch_alter_table("match_decisions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_match_decisions_decided_by_id"), ["decided_by_id"], unique=False)

    op.create_table(
        "passkeys",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("credential_id", sa.LargeBinary(length=1023), nullable=False),
        sa.Column("public_key", sa.LargeBinary(), nullable=False),
        sa.Column("sign_count", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("last_used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_passkeys_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_passkeys")),
        sa.UniqueConstraint("api_id", name=op.f("uq_passkeys_api_id")),
        sa.UniqueConstraint("credential_id", name=op.f("uq_passkeys_credential_id")),
    )
    with op.batch_alter_table("passkeys", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_passkeys_user_id"), ["user_id"], unique=False)

    op.create_table(
        "pending_sign_ins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("method", sa.String(length=12), nullable=False),
        sa.Column("remember", sa.Boolean(), nullable=False),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("challenge", sa.LargeBinary(), nullable=True),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_pending_sign_ins_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_pending_sign_ins")),
        sa.UniqueConstraint("browser_hash", name=op.f("uq_pending_sign_ins_browser_hash")),
    )
    with op.batch_alter_table("pending_sign_ins", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_pending_sign_ins_expires_at"), ["expires_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_pending_sign_ins_user_id"), ["user_id"], unique=False)

    op.create_table(
        "recovery_codes",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("code_hash", sa.String(length=64), nullable=False),
        sa.Column("used_at", sa.DateTime(timezone=True), nullable=True),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_recovery_codes_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_recovery_codes")),
    )
    with op.batch_alter_table("recovery_codes", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_recovery_codes_user_id"), ["user_id"], unique=False)

    op.create_table(
        "sessions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("token_hash", sa.String(length=64), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("seen_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("epoch", sa.Integer(), nullable=False),
        sa.Column("remember", sa.Boolean(), nullable=False),
        sa.Column("proved_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("method", sa.String(length=20), nullable=False),
        sa.Column("address", sa.String(length=45), nullable=False),
        sa.Column("agent", sa.String(length=300), nullable=False),
        sa.Column("impersonator_id", sa.Integer(), nullable=True),
        sa.Column("impersonator_epoch", sa.Integer(), nullable=True),
        sa.Column("impersonated_until", sa.DateTime(timezone=True), nullable=True),
        sa.Column("impersonation_reason", sa.String(length=500), nullable=True),
        sa.ForeignKeyConstraint(
            ["impersonator_id"], ["users.id"], name=op.f("fk_sessions_impersonator_id_users"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(["user_id"], ["users.id"], name=op.f("fk_sessions_user_id_users"), ondelete="CASCADE"),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sessions")),
        sa.UniqueConstraint("api_id", name=op.f("uq_sessions_api_id")),
        sa.UniqueConstraint("token_hash", name=op.f("uq_sessions_token_hash")),
    )
    with op.batch_alter_table("sessions", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sessions_impersonator_id"), ["impersonator_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_sessions_user_id"), ["user_id"], unique=False)

    op.create_table(
        "sign_in_secrets",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_sign_in_secrets_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sign_in_secrets")),
    )
    with op.batch_alter_table("sign_in_secrets", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sign_in_secrets_browser_hash"), ["browser_hash"], unique=False)
        batch_op.create_index(batch_op.f("ix_sign_in_secrets_expires_at"), ["expires_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_sign_in_secrets_secret_hash"), ["secret_hash"], unique=False)
        batch_op.create_index(batch_op.f("ix_sign_in_secrets_user_id"), ["user_id"], unique=False)

    op.create_table(
        "teams",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("representative_id", sa.Integer(), nullable=True),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["representative_id"], ["users.id"], name=op.f("fk_teams_representative_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teams")),
        sa.UniqueConstraint("api_id", name=op.f("uq_teams_api_id")),
    )
    with op.batch_alter_table("teams", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_teams_representative_id"), ["representative_id"], unique=False)

    op.create_table(
        "totp_devices",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("sealed_secret", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("confirmed_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("last_step", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_totp_devices_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", name=op.f("pk_totp_devices")),
    )
    op.create_table(
        "clients",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("account_manager_id", sa.Integer(), nullable=False),
        sa.Column("team_id", sa.Integer(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("language", sa.String(length=5), nullable=True),
        sa.Column("industry", sa.String(length=40), nullable=True),
        sa.Column("website", sa.String(length=200), nullable=True),
        sa.Column("contact_name", sa.String(length=200), nullable=True),
        sa.Column("contact_email", sa.String(length=254), nullable=True),
        sa.Column("contact_phone", sa.String(length=200), nullable=True),
        sa.Column("billing_email", sa.String(length=254), nullable=True),
        sa.Column("address", sa.Text(), nullable=True),
        sa.Column("payment_terms_days", sa.Integer(), nullable=True),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("notes", sa.Text(), nullable=True),
        sa.Column("health", sa.String(length=5), nullable=True),
        sa.Column("health_note", sa.Text(), nullable=True),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["account_manager_id"], ["users.id"], name=op.f("fk_clients_account_manager_id_users")),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_clients_team_id_teams")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_clients")),
        sa.UniqueConstraint("api_id", name=op.f("uq_clients_api_id")),
    )
    with op.batch_alter_table("clients", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_clients_account_manager_id"), ["account_manager_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_clients_archived_at"), ["archived_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_clients_team_id"), ["team_id"], unique=False)

    op.create_table(
        "passkey_challenges",
        sa.Column("session_id", sa.Integer(), nullable=False),
        sa.Column("challenge", sa.LargeBinary(), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["session_id"], ["sessions.id"], name=op.f("fk_passkey_challenges_session_id_sessions"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("session_id", name=op.f("pk_passkey_challenges")),
    )
    op.create_table(
        "team_members",
        sa.Column("team_id", sa.Integer(), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["team_id"], ["teams.id"], name=op.f("fk_team_members_team_id_teams"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_team_members_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("team_id", "user_id", name=op.f("pk_team_members")),
    )
    with op.batch_alter_table("team_members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_team_members_user_id"), ["user_id"], unique=False)

    op.create_table(
        "client_links",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("service", sa.String(length=12), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_client_links_client_id_clients"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_client_links")),
        sa.UniqueConstraint("service", "external_id", name=op.f("uq_client_links_service_external_id")),
    )
    with op.batch_alter_table("client_links", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_client_links_client_id"), ["client_id"], unique=False)

    op.create_table(
        "hubspot_deals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("pipeline_id", sa.String(length=64), nullable=True),
        sa.Column("stage_id", sa.String(length=64), nullable=True),
        sa.Column("stage", sa.String(length=400), nullable=True),
        sa.Column("state", sa.String(length=4), nullable=False),
        sa.Column("deal_type", sa.String(length=200), nullable=True),
        sa.Column("project_kind", sa.String(length=8), nullable=True),
        sa.Column("owner_id", sa.String(length=64), nullable=True),
        sa.Column("company_id", sa.String(length=64), nullable=True),
        sa.Column("closed_on", sa.Date(), nullable=True),
        sa.Column("client_id", sa.Integer(), nullable=True),
        sa.Column("account_manager_id", sa.Integer(), nullable=True),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_manager_id"], ["users.id"], name=op.f("fk_hubspot_deals_account_manager_id_users")
        ),
        sa.ForeignKeyConstraint(
            ["client_id"], ["clients.id"], name=op.f("fk_hubspot_deals_client_id_clients"), ondelete="SET NULL"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_hubspot_deals")),
        sa.UniqueConstraint("api_id", name=op.f("uq_hubspot_deals_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_hubspot_deals_external_id")),
    )
    with op.batch_alter_table("hubspot_deals", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_hubspot_deals_account_manager_id"), ["account_manager_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_hubspot_deals_client_id"), ["client_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_hubspot_deals_company_id"), ["company_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_hubspot_deals_stage_id"), ["stage_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_hubspot_deals_state"), ["state"], unique=False)
        batch_op.create_index(batch_op.f("ix_hubspot_deals_synced_at"), ["synced_at"], unique=False)

    op.create_table(
        "projects",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("number", sa.String(length=20), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=False),
        sa.Column("account_manager_id", sa.Integer(), nullable=False),
        sa.Column("project_manager_id", sa.Integer(), nullable=True),
        sa.Column("team_id", sa.Integer(), nullable=True),
        sa.Column("start_on", sa.Date(), nullable=False),
        sa.Column("end_on", sa.Date(), nullable=True),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("hourly_rate", sa.BigInteger(), nullable=True),
        sa.Column("budget_hours", sa.BigInteger(), nullable=True),
        sa.Column("counted_hours", sa.String(length=8), nullable=False),
        sa.Column("description", sa.Text(), nullable=True),
        sa.Column("tags", sa.JSON(), nullable=False),
        sa.Column("health", sa.String(length=5), nullable=True),
        sa.Column("teamwork_project_id", sa.String(length=64), nullable=True),
        sa.Column("deal_id", sa.Integer(), nullable=True),
        sa.Column("archived_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("amount", sa.BigInteger(), nullable=True),
        sa.Column("parent_project_id", sa.Integer(), nullable=True),
        sa.Column("sold_on", sa.Date(), nullable=True),
        sa.Column("oos_type", sa.String(length=40), nullable=True),
        sa.Column("approved_on", sa.Date(), nullable=True),
        sa.Column("included_hours", sa.BigInteger(), nullable=True),
        sa.Column("billing_day", sa.Integer(), nullable=True),
        sa.Column("term_months", sa.Integer(), nullable=True),
        sa.Column("renews_on", sa.Date(), nullable=True),
        sa.Column("auto_renew", sa.Boolean(), nullable=True),
        sa.Column("notice_days", sa.Integer(), nullable=True),
        sa.Column("rollover", sa.String(length=8), nullable=True),
        sa.Column("rollover_cap_hours", sa.BigInteger(), nullable=True),
        sa.Column("rollover_expiry_months", sa.Integer(), nullable=True),
        sa.Column("overage_rate", sa.BigInteger(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["account_manager_id"], ["users.id"], name=op.f("fk_projects_account_manager_id_users")
        ),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_projects_client_id_clients")),
        sa.ForeignKeyConstraint(["deal_id"], ["hubspot_deals.id"], name=op.f("fk_projects_deal_id_hubspot_deals")),
        sa.ForeignKeyConstraint(
            ["parent_project_id"], ["projects.id"], name=op.f("fk_projects_parent_project_id_projects")
        ),
        sa.ForeignKeyConstraint(
            ["project_manager_id"], ["employees.id"], name=op.f("fk_projects_project_manager_id_employees")
        ),
        sa.ForeignKeyConstraint(["team_id"], ["teams.id"], name=op.f("fk_projects_team_id_teams")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_projects")),
        sa.UniqueConstraint("api_id", name=op.f("uq_projects_api_id")),
        sa.UniqueConstraint("deal_id", name=op.f("uq_projects_deal_id")),
        sa.UniqueConstraint("number", name=op.f("uq_projects_number")),
        sa.UniqueConstraint("teamwork_project_id", name=op.f("uq_projects_teamwork_project_id")),
    )
    with op.batch_alter_table("projects", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_projects_account_manager_id"), ["account_manager_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_projects_client_id"), ["client_id"], unique=False)
        batch_op.create_index("ix_projects_kind_status", ["kind", "status"], unique=False)
        batch_op.create_index(batch_op.f("ix_projects_parent_project_id"), ["parent_project_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_projects_project_manager_id"), ["project_manager_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_projects_team_id"), ["team_id"], unique=False)

    op.create_table(
        "invoices",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("number", sa.String(length=40), nullable=True),
        sa.Column("customer_id", sa.String(length=64), nullable=True),
        sa.Column("customer_name", sa.String(length=400), nullable=False),
        sa.Column("client_id", sa.Integer(), nullable=True),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("issued_on", sa.Date(), nullable=False),
        sa.Column("due_on", sa.Date(), nullable=True),
        sa.Column("payable_on", sa.Date(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("subtotal", sa.BigInteger(), nullable=False),
        sa.Column("tax", sa.BigInteger(), nullable=False),
        sa.Column("total", sa.BigInteger(), nullable=False),
        sa.Column("balance", sa.BigInteger(), nullable=False),
        sa.Column("exchange_rate", sa.BigInteger(), nullable=True),
        sa.Column("is_voided", sa.Boolean(), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(["client_id"], ["clients.id"], name=op.f("fk_invoices_client_id_clients")),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_invoices_project_id_projects")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_invoices")),
        sa.UniqueConstraint("api_id", name=op.f("uq_invoices_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_invoices_external_id")),
    )
    with op.batch_alter_table("invoices", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_invoices_balance"), ["balance"], unique=False)
        batch_op.create_index("ix_invoices_client_issued", ["client_id", "issued_on"], unique=False)
        batch_op.create_index(batch_op.f("ix_invoices_customer_id"), ["customer_id"], unique=False)
        batch_op.create_index("ix_invoices_issued_on_id", ["issued_on", "id"], unique=False)
        batch_op.create_index("ix_invoices_name_key", ["name_key"], unique=False)
        batch_op.create_index(batch_op.f("ix_invoices_number"), ["number"], unique=False)
        batch_op.create_index(
            "ix_invoices_open",
            ["payable_on"],
            unique=False,
            postgresql_where=sa.text("balance > 0"),
            sqlite_where=sa.text("balance > 0"),
        )
        batch_op.create_index(
            "ix_invoices_owed",
            ["client_id", "currency"],
            unique=False,
            postgresql_where=sa.text("balance > 0"),
            sqlite_where=sa.text("balance > 0"),
        )
        batch_op.create_index(batch_op.f("ix_invoices_payable_on"), ["payable_on"], unique=False)
        batch_op.create_index(batch_op.f("ix_invoices_project_id"), ["project_id"], unique=False)
        batch_op.create_index(batch_op.f("ix_invoices_synced_at"), ["synced_at"], unique=False)
        batch_op.create_index(batch_op.f("ix_invoices_total"), ["total"], unique=False)

    op.create_table(
        "project_fees",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=True),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_project_fees_project_id_projects"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_fees")),
        sa.UniqueConstraint("project_id", "starts_on", name=op.f("uq_project_fees_project_id_starts_on")),
    )
    op.create_table(
        "project_members",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("employee_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["employee_id"], ["employees.id"], name=op.f("fk_project_members_employee_id_employees")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_project_members_project_id_projects"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project_id", "employee_id", name=op.f("pk_project_members")),
    )
    with op.batch_alter_table("project_members", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_project_members_employee_id"), ["employee_id"], unique=False)

    op.create_table(
        "project_sellers",
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("employee_id", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["employee_id"], ["employees.id"], name=op.f("fk_project_sellers_employee_id_employees")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_project_sellers_project_id_projects"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("project_id", "employee_id", name=op.f("pk_project_sellers")),
    )
    with op.batch_alter_table("project_sellers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_project_sellers_employee_id"), ["employee_id"], unique=False)
    keep_the_log_as_it_was_written()


def keep_the_log_as_it_was_written() -> None:
    """Refuse updates and deletions of the activity log by triggers, for all clients of the database."""
    if op.get_bind().dialect.name == "sqlite":
        for verb in ("UPDATE", "DELETE"):
            op.execute(
                f"CREATE TRIGGER activity_refuses_{verb.lower()} BEFORE {verb} ON activity "
                "BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END"
            )
        # INSERT OR REPLACE removes a row without firing the DELETE trigger.
        op.execute(
            "CREATE TRIGGER activity_refuses_replacing BEFORE INSERT ON activity "
            "WHEN EXISTS (SELECT 1 FROM activity WHERE id = NEW.id OR api_id = NEW.api_id) "
            "BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END"
        )
        return
    op.execute(
        "CREATE FUNCTION refuse_activity_changes() RETURNS trigger LANGUAGE plpgsql AS "
        "$$ BEGIN RAISE EXCEPTION 'the activity log is append-only'; END $$"
    )
    op.execute(
        "CREATE TRIGGER activity_refuses_changes BEFORE UPDATE OR DELETE OR TRUNCATE ON activity "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_activity_changes()"
    )
