"""Add employee goals and check-ins."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "employee_goals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("title", sa.String(length=200), nullable=False),
        sa.Column("description", sa.Text(), nullable=False),
        sa.Column("employee_id", sa.Integer(), nullable=False),
        sa.Column("measure", sa.String(length=7), nullable=False),
        sa.Column("metric_key", sa.String(length=16), nullable=True),
        sa.Column("direction", sa.String(length=7), nullable=False),
        sa.Column("start_value", sa.BigInteger(), nullable=False),
        sa.Column("target_value", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=True),
        sa.Column("period_start", sa.Date(), nullable=False),
        sa.Column("period_end", sa.Date(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        sa.Column("status", sa.String(length=9), nullable=False),
        sa.Column("closed_on", sa.Date(), nullable=True),
        sa.Column("closed_value", sa.BigInteger(), nullable=True),
        sa.Column("closing_note", sa.Text(), nullable=True),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.CheckConstraint("start_value <> target_value", name=op.f("ck_employee_goals_values")),
        sa.CheckConstraint("period_end > period_start", name=op.f("ck_employee_goals_period")),
        sa.CheckConstraint("(measure = 'linked') = (metric_key IS NOT NULL)", name=op.f("ck_employee_goals_metric")),
        sa.ForeignKeyConstraint(
            ["employee_id"], ["employees.id"], name=op.f("fk_employee_goals_employee_id_employees")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_employee_goals")),
        sa.UniqueConstraint("api_id", name=op.f("uq_employee_goals_api_id")),
    )
    with op.batch_alter_table("employee_goals", schema=None) as batch_op:
        batch_op.create_index("ix_employee_goals_employee_period", ["employee_id", "period_end"], unique=False)
        batch_op.create_index("ix_employee_goals_period_end_id", ["period_end", "id"], unique=False)
        batch_op.create_index("ix_employee_goals_status_period", ["status", "period_end"], unique=False)
    op.create_table(
        "goal_check_ins",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("goal_id", sa.Integer(), nullable=False),
        sa.Column("checked_on", sa.Date(), nullable=False),
        sa.Column("value", sa.BigInteger(), nullable=False),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("made_by_id", sa.Integer(), nullable=False),
        sa.Column("made_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("corrects_id", sa.Integer(), nullable=True),
        sa.ForeignKeyConstraint(
            ["corrects_id"],
            ["goal_check_ins.id"],
            name=op.f("fk_goal_check_ins_corrects_id_goal_check_ins"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["goal_id"],
            ["employee_goals.id"],
            name=op.f("fk_goal_check_ins_goal_id_employee_goals"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(["made_by_id"], ["users.id"], name=op.f("fk_goal_check_ins_made_by_id_users")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_goal_check_ins")),
        sa.UniqueConstraint("api_id", name=op.f("uq_goal_check_ins_api_id")),
        sa.UniqueConstraint("corrects_id", name=op.f("uq_goal_check_ins_corrects_id")),
    )
    with op.batch_alter_table("goal_check_ins", schema=None) as batch_op:
        batch_op.create_index("ix_goal_check_ins_goal_checked_on", ["goal_id", "checked_on", "id"], unique=False)
        batch_op.create_index(batch_op.f("ix_goal_check_ins_made_by_id"), ["made_by_id"], unique=False)
