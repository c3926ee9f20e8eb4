"""Payment instructions in the settings, for statements of account."""

import sqlalchemy as sa
from alembic import op

revision = "0068"
down_revision = "0067"


def upgrade() -> None:
    with op.batch_alter_table("settings", schema=None) as batch_op:
        for name in ("payment_instructions_en", "payment_instructions_fr"):
            batch_op.add_column(sa.Column(name, sa.Text(), nullable=True))
