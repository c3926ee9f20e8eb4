"""Rename tables, columns and stored values to the terms of the glossary."""

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"

_COLUMNS = (
    ("exports", "picked", "selected_ids"),
    ("exports", "rights", "permissions_hash"),
    ("notifications", "once", "dedup_key"),
    ("rate_fetches", "asked_by_id", "requested_by_id"),
    ("retainer_periods", "lots", "hour_batches"),
    ("retainer_warnings", "told_percent", "burn_percent"),
    ("saved_views", "list_call", "endpoint"),
    ("sessions", "proved_at", "reauthenticated_at"),
    ("settings", "ageing_edges", "aging_buckets"),
)
_NOTIFICATIONS = sa.table("notifications", sa.column("kind", sa.String()), sa.column("dedup_key", sa.String()))
_VIEWS = sa.table("saved_views", sa.column("query", sa.String()))


def upgrade() -> None:
    for table, old, new in _COLUMNS:
        op.execute(f'ALTER TABLE {table} RENAME COLUMN "{old}" TO "{new}"')
    _rename_constraints()
    _copy_tables()
    _rename_stored_values()


def _rename_constraints() -> None:
    with op.batch_alter_table("notifications") as batch_op:
        batch_op.drop_constraint("uq_notifications_user_id_once", type_="unique")
        batch_op.create_unique_constraint(op.f("uq_notifications_user_id_dedup_key"), ["user_id", "dedup_key"])
    with op.batch_alter_table("rate_fetches") as batch_op:
        batch_op.drop_index("ix_rate_fetches_asked_by_id")
        batch_op.drop_constraint("fk_rate_fetches_asked_by_id_users", type_="foreignkey")
        batch_op.create_index(op.f("ix_rate_fetches_requested_by_id"), ["requested_by_id"])
        batch_op.create_foreign_key(op.f("fk_rate_fetches_requested_by_id_users"), "users", ["requested_by_id"], ["id"])


def _copy_tables() -> None:
    """Create the tables with their new names, so that constraints and indexes have them on both engines."""
    op.create_table(
        "notification_settings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("channels", sa.JSON(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_notification_settings_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_notification_settings")),
        sa.UniqueConstraint("api_id", name=op.f("uq_notification_settings_api_id")),
        sa.UniqueConstraint("user_id", name=op.f("uq_notification_settings_user_id")),
    )
    settings = "id api_id user_id name channels created_at updated_at version"
    _move_rows("notification_choices", "notification_settings", settings, ("choices", "channels"))
    op.create_table(
        "email_tokens",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=12), nullable=False),
        sa.Column("user_id", sa.Integer(), nullable=True),
        sa.Column("secret_hash", sa.String(length=64), nullable=False),
        sa.Column("browser_hash", sa.String(length=64), nullable=True),
        sa.Column("tries", sa.Integer(), nullable=False),
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("expires_at", sa.DateTime(timezone=True), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_email_tokens_user_id_users"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_email_tokens")),
    )
    for column in ("browser_hash", "expires_at", "secret_hash", "user_id"):
        op.create_index(op.f(f"ix_email_tokens_{column}"), "email_tokens", [column])
    tokens = "id kind user_id secret_hash browser_hash tries created_at expires_at"
    _move_rows("sign_in_secrets", "email_tokens", tokens)
    op.create_table(
        "saved_view_defaults",
        sa.Column("user_id", sa.Integer(), nullable=False),
        sa.Column("list_name", sa.String(length=60), nullable=False),
        sa.Column("view_id", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["user_id"], ["users.id"], name=op.f("fk_saved_view_defaults_user_id_users"), ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["view_id"], ["saved_views.id"], name=op.f("fk_saved_view_defaults_view_id_saved_views"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("user_id", "list_name", name=op.f("pk_saved_view_defaults")),
    )
    op.create_index(op.f("ix_saved_view_defaults_view_id"), "saved_view_defaults", ["view_id"])
    _move_rows("saved_view_pins", "saved_view_defaults", "user_id list_name view_id")
    op.create_table(
        "rate_limit_states",
        sa.Column("service", sa.String(length=30), nullable=False),
        sa.Column("started", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("service", name=op.f("pk_rate_limit_states")),
    )
    _move_rows("outside_turns", "rate_limit_states", "service started")


def _move_rows(source: str, target: str, columns: str, renamed: tuple[str, str] = ("", "")) -> None:
    names = columns.split()
    old = sa.table(source, *(sa.column(renamed[0] if name == renamed[1] else name) for name in names))
    new = sa.table(target, *(sa.column(name) for name in names))
    op.execute(sa.insert(new).from_select(names, sa.select(*old.c)))
    if op.get_bind().dialect.name == "postgresql" and "id" in names:
        sequence = sa.func.pg_get_serial_sequence(target, "id")
        next_id = sa.select(sa.func.coalesce(sa.func.max(new.c.id), 0) + 1).scalar_subquery()
        op.execute(sa.select(sa.func.setval(sequence, next_id, False)))
    op.drop_table(source)


def _rename_stored_values() -> None:
    kind, dedup_key = _NOTIFICATIONS.c.kind, _NOTIFICATIONS.c.dedup_key
    op.execute(sa.update(_NOTIFICATIONS).where(kind == "goal_past").values(kind="goal_overdue"))
    renamed = sa.literal("goal_overdue:") + sa.func.substr(dedup_key, len("goal_past:") + 1)
    op.execute(sa.update(_NOTIFICATIONS).where(dedup_key.like("goal_past:%")).values(dedup_key=renamed))
    query = _VIEWS.c.query
    op.execute(
        sa.update(_VIEWS)
        .where(query.like("%density=roomy%"))
        .values(query=sa.func.replace(query, "density=roomy", "density=comfortable"))
    )
