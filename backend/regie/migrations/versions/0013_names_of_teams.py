"""Two teams that are not archived never share a name, whoever asks at the same moment."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"

_IS_LIVING = sa.text("archived_at IS NULL")


def upgrade() -> None:
    # Until now no call made a team: what installations hold came with distinct names.
    op.create_index(
        "uq_teams_living_name",
        "teams",
        ["name_key"],
        unique=True,
        postgresql_where=_IS_LIVING,
        sqlite_where=_IS_LIVING,
    )
