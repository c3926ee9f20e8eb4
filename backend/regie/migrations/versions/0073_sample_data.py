"""Sample data, and triggers of the activity log that allow entries about them to be removed with them."""

import sqlalchemy as sa
from alembic import op

revision = "0073"
down_revision = "0072"

_MONTHS = 24
# Entries that explain the terms and figures of earlier months.
_PERMANENT = (
    "'client', 'project', 'payment', 'retainer_period', 'churn', 'employee', 'settings', 'oos_approval', 'invoice', "
    "'exchange_rate', 'enum_option'"
)
# What the sample consists of; its users have addresses of a reserved domain.
_SAMPLE = (
    "'attachment', 'award', 'churn', 'client', 'core_value', 'deal', 'employee', 'goal', 'invoice', 'match', 'month', "
    "'oos_approval', 'payment', 'project', 'project_kind_rule', 'project_proposal', 'retainer_period', 'team'"
)
_OF_SAMPLE = (
    "EXISTS (SELECT 1 FROM sample_data WHERE in_removal IS NOT NULL AND OLD.id > activity_before) "  # noqa: S608
    f"AND (OLD.subject_type IN ({_SAMPLE}) OR OLD.subject_type = 'user' AND EXISTS "
    "(SELECT 1 FROM users WHERE api_id = OLD.subject_api_id AND email LIKE '%@sample.regie.example'))"
)


def upgrade() -> None:
    op.create_table(
        "sample_data",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=8), nullable=False),
        sa.Column("progress", sa.Integer(), nullable=False),
        sa.Column("error", sa.String(length=20), nullable=True),
        sa.Column("requested_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("requested_by_id", sa.Integer(), nullable=True),
        sa.Column("loaded_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("activity_before", sa.BigInteger(), nullable=True),
        sa.Column("number_before", sa.Integer(), nullable=True),
        sa.Column("accepted", sa.Integer(), nullable=True),
        sa.Column("in_removal", sa.Integer(), nullable=True),
        sa.CheckConstraint("id = 1", name=op.f("ck_sample_data_id")),
        sa.ForeignKeyConstraint(
            ["in_removal"],
            ["sample_data.id"],
            name=op.f("fk_sample_data_in_removal_sample_data"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.ForeignKeyConstraint(
            ["requested_by_id"],
            ["users.id"],
            name=op.f("fk_sample_data_requested_by_id_users"),
            ondelete="SET NULL",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_sample_data")),
    )
    with op.batch_alter_table("sample_data", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_sample_data_requested_by_id"), ["requested_by_id"], unique=False)
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER activity_refuses_delete")
        op.execute(
            "CREATE TRIGGER activity_refuses_delete BEFORE DELETE ON activity "
            f"WHEN (OLD.at >= strftime('%Y-%m-%d %H:%M:%f', 'now', '-{_MONTHS} months') "
            f"OR OLD.subject_type IN ({_PERMANENT})) AND NOT ({_OF_SAMPLE}) "
            "BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END"
        )
        return
    op.execute(
        "CREATE OR REPLACE FUNCTION refuse_activity_deletions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF (OLD.at < now() - interval '{_MONTHS} months' AND OLD.subject_type NOT IN ({_PERMANENT})) "
        f"OR ({_OF_SAMPLE}) "
        "THEN RETURN OLD; END IF; RAISE EXCEPTION 'the activity log is append-only'; END $$"
    )
