"""Add what the records leave open about a proposal, the version of a person's last edit, and the run that decided."""

import sqlalchemy as sa
from alembic import op

revision = "0081"
down_revision = "0080"

_PROPOSALS = sa.table(
    "project_proposals",
    sa.column("certainty", sa.String()),
    sa.column("is_doubtful", sa.Boolean()),
    sa.column("version", sa.Integer()),
    sa.column("edited_version", sa.Integer()),
)


def upgrade() -> None:
    with op.batch_alter_table("project_proposals", schema=None) as batch_op:
        batch_op.add_column(sa.Column("is_doubtful", sa.Boolean(), server_default=sa.false(), nullable=False))
        batch_op.add_column(sa.Column("edited_version", sa.Integer(), server_default="0", nullable=False))
        batch_op.add_column(sa.Column("decided_in_run", sa.String(length=36), nullable=True))
    # Until the records are read again, what was incomplete is to be checked once it is completed.
    op.execute(sa.update(_PROPOSALS).where(_PROPOSALS.c.certainty != "high").values(is_doubtful=True))
    op.execute(sa.update(_PROPOSALS).values(edited_version=_PROPOSALS.c.version))


def downgrade() -> None:
    with op.batch_alter_table("project_proposals", schema=None) as batch_op:
        for column in ("decided_in_run", "edited_version", "is_doubtful"):
            batch_op.drop_column(column)
