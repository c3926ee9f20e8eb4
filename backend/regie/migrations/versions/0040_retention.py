"""Retention settings, and a trigger of the activity log that allows the removal of old entries."""

import sqlalchemy as sa
from alembic import op

revision = "0040"
down_revision = "0039"

_MONTHS = 24
# Entries that explain the terms and figures of earlier months.
_PERMANENT = (
    "'client', 'project', 'payment', 'retainer_period', 'churn', 'employee', 'settings', 'oos_approval', 'invoice', "
    "'exchange_rate', 'enum_option'"
)
# The earlier fixed values, also for rows that the previous release inserts.
_DEFAULTS = {"retention_imports_days": "30", "retention_exports_days": "7", "retention_notifications_days": "400"}


def upgrade() -> None:
    with op.batch_alter_table("settings", schema=None) as batch_op:
        for name in ("retention_activity_months", "retention_mails_days"):
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=True))
        for name, days in _DEFAULTS.items():
            batch_op.add_column(sa.Column(name, sa.Integer(), nullable=False, server_default=days))
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER activity_refuses_delete")
        op.execute(
            "CREATE TRIGGER activity_refuses_delete BEFORE DELETE ON activity "
            f"WHEN OLD.at >= strftime('%Y-%m-%d %H:%M:%f', 'now', '-{_MONTHS} months') "
            f"OR OLD.subject_type IN ({_PERMANENT}) "
            "BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END"
        )
        return
    op.execute(
        "CREATE FUNCTION refuse_activity_deletions() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF OLD.at < now() - interval '{_MONTHS} months' AND OLD.subject_type NOT IN ({_PERMANENT}) "
        "THEN RETURN OLD; END IF; RAISE EXCEPTION 'the activity log is append-only'; END $$"
    )
    op.execute("DROP TRIGGER activity_refuses_changes ON activity")
    op.execute(
        "CREATE TRIGGER activity_refuses_changes BEFORE TRUNCATE ON activity "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_activity_changes()"
    )
    op.execute(
        "CREATE TRIGGER activity_refuses_deletions BEFORE DELETE ON activity "
        "FOR EACH ROW EXECUTE FUNCTION refuse_activity_deletions()"
    )
