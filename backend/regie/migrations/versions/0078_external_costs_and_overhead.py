"""External costs of projects, the overhead on hours, and triggers that treat the log of costs like that of payments."""

import sqlalchemy as sa
from alembic import op

revision = "0078"
down_revision = "0077"

_MONTHS = 24
_PERMANENT = (
    "'client', 'project', 'payment', 'retainer_period', 'churn', 'employee', 'settings', 'oos_approval', 'invoice', "
    "'exchange_rate', 'enum_option', 'project_cost'"
)
_SAMPLE = (
    "'attachment', 'award', 'churn', 'client', 'core_value', 'deal', 'employee', 'goal', 'invoice', 'match', 'month', "
    "'oos_approval', 'payment', 'project', 'project_cost', 'project_kind_rule', 'project_proposal', "
    "'retainer_period', 'team'"
)
_OF_SAMPLE = (
    "EXISTS (SELECT 1 FROM sample_data WHERE in_removal IS NOT NULL AND OLD.id > activity_before) "  # noqa: S608
    f"AND (OLD.subject_type IN ({_SAMPLE}) OR OLD.subject_type = 'user' AND EXISTS "
    "(SELECT 1 FROM users WHERE api_id = OLD.subject_api_id AND email LIKE '%@sample.regie.example'))"
)


def upgrade() -> None:
    op.create_table(
        "project_costs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("incurred_on", sa.Date(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("description", sa.String(length=200), nullable=False),
        sa.Column("supplier", sa.String(length=200), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_project_costs_amount")),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_project_costs_project_id_projects")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_costs")),
        sa.UniqueConstraint("api_id", name=op.f("uq_project_costs_api_id")),
    )
    with op.batch_alter_table("project_costs", schema=None) as batch_op:
        batch_op.create_index("ix_project_costs_incurred_on_id", ["incurred_on", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_project_costs_project_id"), ["project_id"], unique=False)

    with op.batch_alter_table("settings", schema=None) as batch_op:
        batch_op.add_column(sa.Column("overhead_percent", sa.Integer(), server_default="0", nullable=False))
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
