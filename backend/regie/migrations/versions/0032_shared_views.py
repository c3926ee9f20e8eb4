"""Add shared views; each reader chooses a default view."""

from datetime import UTC, datetime

import sqlalchemy as sa
from alembic import op

revision = "0032"
down_revision = "0031"

_SHARED = sa.text("is_shared")
_VIEWS = sa.table(
    "saved_views",
    *(sa.column(name, sa.Integer()) for name in ("id", "user_id")),
    *(sa.column(name, sa.String()) for name in ("list_name", "list_call")),
    sa.column("is_default", sa.Boolean()),
)
_PINS = sa.table(
    "saved_view_pins",
    sa.column("user_id", sa.Integer()),
    sa.column("list_name", sa.String()),
    sa.column("view_id", sa.Integer()),
)


def upgrade() -> None:
    connection = op.get_bind()
    kept = connection.execute(sa.select(_VIEWS.c.id, _VIEWS.c.user_id, _VIEWS.c.list_name, _VIEWS.c.is_default)).all()
    # The last use of a view is unknown: counted from today, no view counts as unused too early.
    today = sa.literal(datetime.now(UTC).date(), sa.Date())
    with op.batch_alter_table("saved_views", schema=None) as batch_op:
        batch_op.add_column(sa.Column("list_call", sa.String(length=40), nullable=False, server_default=""))
        batch_op.add_column(sa.Column("is_shared", sa.Boolean(), nullable=False, server_default=sa.false()))
        batch_op.add_column(sa.Column("last_used_on", sa.Date(), nullable=True))
    connection.execute(
        sa.update(sa.table("saved_views", sa.column("last_used_on", sa.Date()))).values(last_used_on=today)
    )
    for name in {view.list_name for view in kept}:
        told = sa.update(_VIEWS).where(_VIEWS.c.list_name == name).values(list_call=name.partition(".")[0])
        connection.execute(told)
    with op.batch_alter_table("saved_views", schema=None) as batch_op:
        batch_op.drop_index("ux_saved_views_default")
        batch_op.drop_column("is_default")
        # The defaults are for existing rows only; new rows set all values.
        batch_op.alter_column("list_call", existing_type=sa.String(length=40), server_default=None)
        batch_op.alter_column("is_shared", existing_type=sa.Boolean(), server_default=None)
        batch_op.alter_column("last_used_on", existing_type=sa.Date(), nullable=False)
        batch_op.create_index(
            "ux_saved_views_shared_name",
            ["list_name", "name_key"],
            unique=True,
            postgresql_where=_SHARED,
            sqlite_where=_SHARED,
        )
    op.create_table(
        "saved_view_pins",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("list_name", sa.String(length=60), nullable=False),
        sa.Column("view_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_saved_view_pins_user_id_users"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["view_id"], ["saved_views.id"], name=op.f("fk_saved_view_pins_view_id_saved_views"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "list_name", name=op.f("pk_saved_view_pins")),
    )
    op.create_index(op.f("ix_saved_view_pins_view_id"), "saved_view_pins", ["view_id"])
    op.create_table(
        "shared_lists",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("list_name", sa.String(length=60), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shared_lists")),
        sa.UniqueConstraint("list_name", name=op.f("uq_shared_lists_list_name")),
    )
    pins = [{"user_id": one.user_id, "list_name": one.list_name, "view_id": one.id} for one in kept if one.is_default]
    if pins:
        connection.execute(sa.insert(_PINS), pins)
