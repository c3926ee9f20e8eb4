"""Add monthly amounts of deals, monthly hours of Teamwork projects, and the former status of closed payments."""

import sqlalchemy as sa
from alembic import op

revision = "0080"
down_revision = "0079"

_CHECKPOINTS = sa.table(
    "sync_checkpoints",
    *(sa.column(name, sa.String()) for name in ("service", "step")),
    sa.column("full_at", sa.DateTime()),
)
# The next synchronization reads these lists again from the beginning.
_READ_AGAIN = (("hubspot", "deals"), ("teamwork", "projects"))


def upgrade() -> None:
    with op.batch_alter_table("hubspot_deals", schema=None) as batch_op:
        batch_op.add_column(sa.Column("monthly_amount", sa.BigInteger(), nullable=True))
    with op.batch_alter_table("teamwork_projects", schema=None) as batch_op:
        batch_op.add_column(sa.Column("monthly_minutes", sa.Integer(), nullable=True))
    with op.batch_alter_table("project_payments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("closed_from", sa.String(length=8), nullable=True))
    for service, step in _READ_AGAIN:
        is_list = (_CHECKPOINTS.c.service == service) & (_CHECKPOINTS.c.step == step)
        op.execute(sa.update(_CHECKPOINTS).where(is_list).values(full_at=None))


def downgrade() -> None:
    for table, column in (
        ("project_payments", "closed_from"),
        ("teamwork_projects", "monthly_minutes"),
        ("hubspot_deals", "monthly_amount"),
    ):
        with op.batch_alter_table(table, schema=None) as batch_op:
            batch_op.drop_column(column)
