"""The last day of a health that a person set: health is computed afterwards.

What was set before holds for ninety more days, in which people can confirm it with a reason.
"""

from datetime import UTC, datetime, timedelta

import sqlalchemy as sa
from alembic import op

revision = "0063"
down_revision = "0062"

_DAYS = timedelta(days=90)


def upgrade() -> None:
    with op.batch_alter_table("clients", schema=None) as batch_op:
        batch_op.add_column(sa.Column("health_until", sa.Date(), nullable=True))
    clients = sa.table("clients", sa.column("health", sa.String), sa.column("health_until", sa.Date))
    until = datetime.now(UTC).date() + _DAYS
    op.execute(clients.update().where(clients.c.health.is_not(None)).values(health_until=until))
