"""Warnings of the hours of any project, and thresholds whose warning waits until the hours have settled.

`retainer_warnings` also stores the warnings of budgets: the previous release reads and writes only those of periods.
"""

import sqlalchemy as sa
from alembic import op

revision = "0055"
down_revision = "0054"


def upgrade() -> None:
    with op.batch_alter_table("retainer_warnings", schema=None) as batch_op:
        batch_op.alter_column("period_id", existing_type=sa.Integer(), nullable=True)
        batch_op.add_column(sa.Column("project_id", sa.Integer(), nullable=True))
        batch_op.create_unique_constraint(
            batch_op.f("uq_retainer_warnings_project_id_threshold"), ["project_id", "threshold"]
        )
        batch_op.create_foreign_key(
            batch_op.f("fk_retainer_warnings_project_id_projects"),
            "projects",
            ["project_id"],
            ["id"],
            ondelete="CASCADE",
        )
    op.create_table(
        "unsettled_warnings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("period_id", sa.Integer(), nullable=True),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("threshold", sa.String(length=5), nullable=False),
        sa.Column("since", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["period_id"],
            ["retainer_periods.id"],
            name=op.f("fk_unsettled_warnings_period_id_retainer_periods"),
            ondelete="CASCADE",
        ),
        sa.ForeignKeyConstraint(
            ["project_id"],
            ["projects.id"],
            name=op.f("fk_unsettled_warnings_project_id_projects"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_unsettled_warnings")),
        sa.UniqueConstraint("period_id", "threshold", name=op.f("uq_unsettled_warnings_period_id_threshold")),
        sa.UniqueConstraint("project_id", "threshold", name=op.f("uq_unsettled_warnings_project_id_threshold")),
    )
