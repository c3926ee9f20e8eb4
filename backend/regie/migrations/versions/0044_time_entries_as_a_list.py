"""Add the tasks of time entries, and list entries by day; the next synchronization reads all entries again."""

import sqlalchemy as sa
from alembic import op

revision = "0044"
down_revision = "0041"

_CHECKPOINTS = sa.table(
    "sync_checkpoints",
    *(sa.column(name, sa.String()) for name in ("service", "step")),
    sa.column("full_at", sa.DateTime()),
)
# Sums and counts are read from the indexes alone.
_SUMMED = ("minutes", "is_billable", "deleted_at")
_INDEXES = {
    "project": ("teamwork_project_id", "worked_on"),
    "task": ("teamwork_task_id", "worked_on"),
    "day": ("worked_on",),
}


def upgrade() -> None:
    op.create_table(
        "teamwork_tasks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=400), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.Column("source_url", sa.String(length=400), nullable=True),
        sa.Column("remote_updated_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("synced_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("deleted_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("raw", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_teamwork_tasks")),
        sa.UniqueConstraint("api_id", name=op.f("uq_teamwork_tasks_api_id")),
        sa.UniqueConstraint("external_id", name=op.f("uq_teamwork_tasks_external_id")),
    )
    with op.batch_alter_table("teamwork_tasks", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_teamwork_tasks_synced_at"), ["synced_at"], unique=False)
    with op.batch_alter_table("time_entries", schema=None) as batch_op:
        batch_op.add_column(sa.Column("teamwork_task_id", sa.String(length=64), nullable=True))
        batch_op.drop_index("ix_time_entries_project_worked_on")
        for name, columns in _INDEXES.items():
            batch_op.create_index(f"ix_time_entries_{name}_hours", [*columns, *_SUMMED], unique=False)
    is_time = (_CHECKPOINTS.c.service == "teamwork") & (_CHECKPOINTS.c.step == "time_entries")
    op.execute(sa.update(_CHECKPOINTS).where(is_time).values(full_at=None))
