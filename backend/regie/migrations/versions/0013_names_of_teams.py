"""Make the names of teams that are not archived unique."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_IS_LIVING = sa.text("archived_at IS NULL")


def upgrade() -> None:
    # No route created teams before, so existing names are distinct.
    op.create_index(
        "uq_teams_living_name",
        "teams",
        ["name_key"],
        unique=True,
        postgresql_where=_IS_LIVING,
        sqlite_where=_IS_LIVING,
    )
