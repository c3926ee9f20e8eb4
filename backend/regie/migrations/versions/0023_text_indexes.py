"""Add trigram indexes for text search on PostgreSQL.

SQLite drops the triggers of its full-text tables whenever a migration rebuilds a table; `core/lists/text_index.py`
creates them after every migration instead.
"""

import sqlalchemy as sa
from alembic import op
from sqlalchemy.exc import DBAPIError

revision = "0023"
down_revision = "0022"

_TABLES = (
    "attachments",
    "clients",
    "core_values",
    "employee_goals",
    "employees",
    "hubspot_deals",
    "invoices",
    "projects",
    "teams",
    "users",
)
_REFUSED = """\
Searching needs PostgreSQL's extension pg_trgm, which is not in this database, and this role may not create it ({}).
Either let the role create it:      GRANT CREATE ON DATABASE {} TO {};
or create it as a superuser there:  CREATE EXTENSION pg_trgm;
(it comes with the server's contrib package), then run `regie migrate` again. Nothing has been changed."""


def upgrade() -> None:
    if op.get_bind().dialect.name != "postgresql":
        return
    _require_trigrams(op.get_bind())
    for table in _TABLES:
        op.create_index(
            f"ix_{table}_text", table, ["search_key"],
            postgresql_using="gin", postgresql_ops={"search_key": "gin_trgm_ops"},
        )  # fmt: skip


def _require_trigrams(connection: sa.Connection) -> None:
    if connection.execute(sa.text("SELECT 1 FROM pg_extension WHERE extname = 'pg_trgm'")).first():
        return
    try:
        connection.execute(sa.text("CREATE EXTENSION pg_trgm"))
    except DBAPIError as error:
        reason = str(error.orig).splitlines()[0]
        role = connection.engine.url
        raise RuntimeError(_REFUSED.format(reason, role.database, role.username)) from None
