"""Add saved views of lists."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"

_THE_DEFAULT = sa.text("is_default")


def upgrade() -> None:
    op.create_table(
        "saved_views",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("list_name", sa.String(length=60), nullable=False),
        sa.Column("name", sa.String(length=60), nullable=False),
        sa.Column("query", sa.String(length=2000), nullable=False),
        sa.Column("is_default", sa.Boolean(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_saved_views_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_saved_views")),
        sa.UniqueConstraint("api_id", name=op.f("uq_saved_views_api_id")),
        sa.UniqueConstraint("user_id", "list_name", "name_key", name=op.f("uq_saved_views_user_id_list_name_name_key")),
    )
    with op.batch_alter_table("saved_views", schema=None) as batch_op:
        batch_op.create_index(
            "ux_saved_views_default",
            ["user_id", "list_name"],
            unique=True,
            postgresql_where=_THE_DEFAULT,
            sqlite_where=_THE_DEFAULT,
        )
