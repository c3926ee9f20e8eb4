"""Whether the setup steps are dismissed: from the start where the organization has clients or projects already."""

import sqlalchemy as sa
from alembic import op

revision = "0069"
down_revision = "0068"


def upgrade() -> None:
    op.create_table(
        "setup_dismissals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dismissed_at", sa.DateTime(timezone=True), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_setup_dismissals")),
    )
    op.execute(
        "INSERT INTO setup_dismissals (id, dismissed_at) SELECT 1, CURRENT_TIMESTAMP"
        " WHERE EXISTS (SELECT 1 FROM clients) OR EXISTS (SELECT 1 FROM projects)"
    )
