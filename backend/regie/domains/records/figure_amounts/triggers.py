"""Creates the triggers that mark which stored amounts a change makes outdated, in the transaction of the change.

Of figures, the owners are marked; of the totals of scheduled payments, the days on which the payments are due.

Every way to write is covered, also statements that change many rows. PostgreSQL marks once per statement, SQLite once
per row. Marks are only ever appended, so that writers never wait for each other.
"""
# ruff: noqa: S608 - the statements contain names of this file only.

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, text

from regie.domains.records.figure_amounts.schemas import EVERYTHING, NO_OWNER

_EVENTS = ("INSERT", "UPDATE", "DELETE")


@dataclass(frozen=True, slots=True)
class Source:
    """A table that stored amounts are calculated from.

    Of `columns`, a change matters. `owners` selects the marks of the changed rows, whose columns it reads from
    `changed`: (kind, owner), or a day.
    """

    table: str
    columns: Sequence[str]
    owners: str
    # The type that makes a column comparable, where it is not.
    casts: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Marks:
    """A table of marks, and the sources whose changes append to it."""

    table: str
    columns: str
    sources: Sequence[Source]

    @property
    def prefix(self) -> str:
        """What the names of its triggers begin with."""
        return f"{self.table}_of_"

    @property
    def target(self) -> str:
        return f"{self.table} ({self.columns})"


_PROJECT_OF_ALLOCATION = "JOIN project_payments s ON s.id = a.payment_id JOIN projects p ON p.id = s.project_id"


def _client_of_project(key: str) -> str:
    return f"SELECT 'client', p.client_id FROM changed JOIN projects p ON p.id = changed.{key}"


def _owners_of_invoice(key: str) -> str:
    """The clients of an invoice, of its project, and of the projects of its scheduled payments."""
    return (
        f"SELECT 'client', coalesce(i.client_id, {NO_OWNER}) FROM changed JOIN invoices i ON i.id = changed.{key} "
        f"UNION ALL SELECT 'client', p.client_id FROM changed JOIN invoices i ON i.id = changed.{key} "
        "JOIN projects p ON p.id = i.project_id "
        "UNION ALL SELECT 'client', p.client_id FROM changed "
        f"JOIN payment_allocations a ON a.invoice_id = changed.{key} {_PROJECT_OF_ALLOCATION}"
    )


SOURCES = (
    Source(
        "projects",
        ("client_id", "kind", "currency", "status", "start_on", "end_on", "amount", "approved_on", "sold_on"),
        "SELECT 'client', client_id FROM changed",
    ),
    Source("project_fees", ("project_id", "starts_on", "amount"), _client_of_project("project_id")),
    Source(
        "churn_events", ("project_id", "state", "effective_on", "won_back_on"), _client_of_project("project_id")
    ),
    # Whatever their name: a new kind of term is then marked, too.
    Source(
        "terms",
        ("record", "record_id", "name", "effective_from", "value", "amount", "reference_id"),
        f"{_client_of_project('record_id')} WHERE changed.record = 'project' "
        "UNION ALL SELECT 'employee', record_id FROM changed WHERE record = 'employee'",
    ),
    Source(
        "oos_approvals",
        ("project_id", "amendment_id", "decision", "decided_on"),
        _client_of_project("project_id"),
    ),
    Source(
        "project_amendments",
        ("project_id", "effective_on", "amount", "is_in_force"),
        _client_of_project("project_id"),
    ),
    Source("project_payments", ("id", "project_id"), _client_of_project("project_id")),
    Source(
        "payment_allocations",
        ("payment_id", "invoice_id", "amount", "settled_from"),
        "SELECT 'client', p.client_id FROM changed JOIN project_payments s ON s.id = changed.payment_id "
        f"JOIN projects p ON p.id = s.project_id UNION ALL {_owners_of_invoice('invoice_id')}",
    ),
    Source(
        "invoices",
        (
            "id", "external_id", "client_id", "project_id", "issued_on", "payable_on", "currency", "subtotal",
            "balance", "is_voided", "voided_at", "balance_when_voided", "deleted_at",
        ),
        f"SELECT 'client', coalesce(client_id, {NO_OWNER}) FROM changed UNION ALL {_client_of_project('project_id')} "
        "UNION ALL SELECT 'client', p.client_id FROM changed "
        f"JOIN payment_allocations a ON a.invoice_id = changed.id {_PROJECT_OF_ALLOCATION} "
        # What an invoice that is voided no longer uses becomes free.
        f"UNION ALL SELECT 'client', coalesce(c.client_id, {NO_OWNER}) FROM changed "
        "JOIN invoice_payments a ON a.invoice_external_id = changed.external_id "
        "JOIN customer_credits c ON c.external_id = a.credit_external_id",
    ),
    Source(
        "customer_credits",
        ("external_id", "client_id", "dated_on", "currency", "balance", "deleted_at"),
        f"SELECT 'client', coalesce(client_id, {NO_OWNER}) FROM changed",
    ),
    Source(
        "invoice_payments",
        ("invoice_external_id", "credit_external_id", "paid_on", "amount", "deleted_at"),
        f"SELECT 'client', coalesce(i.client_id, {NO_OWNER}) FROM changed "
        "JOIN invoices i ON i.external_id = changed.invoice_external_id "
        f"UNION ALL SELECT 'client', coalesce(c.client_id, {NO_OWNER}) FROM changed "
        "JOIN customer_credits c ON c.external_id = changed.credit_external_id",
    ),
    Source(
        "time_entries",
        ("teamwork_user_id", "worked_on", "minutes", "is_billable", "deleted_at"),
        "SELECT 'employee', e.id FROM changed JOIN employees e ON e.teamwork_user_id = changed.teamwork_user_id",
    ),
    Source(
        "employees",
        ("id", "teamwork_user_id", "is_billable", "capacity_hours_week", "started_on", "ended_on"),
        "SELECT 'employee', id FROM changed",
    ),
    Source(
        "employee_leaves", ("employee_id", "starts_on", "ends_on"), "SELECT 'employee', employee_id FROM changed"
    ),
    Source(
        "settings",
        ("aging_buckets", "timezone"),
        f"SELECT '{EVERYTHING}', {NO_OWNER} FROM changed",
        casts={"aging_buckets": "text"},
    ),
)  # fmt: skip

# What the totals of scheduled payments by the day on which they are due follow from.
PAYMENT_SOURCES = (
    Source(
        "project_payments",
        ("id", "project_id", "due_on", "amount", "status", "invoice_id", "is_split"),
        "SELECT due_on FROM changed",
    ),
    Source(
        "payment_allocations",
        ("payment_id", "invoice_id", "amount", "settled_from"),
        "SELECT s.due_on FROM changed JOIN project_payments s ON s.id = changed.payment_id",
    ),
    Source(
        "invoices",
        ("id", "currency", "subtotal", "total", "balance", "is_voided", "deleted_at"),
        "SELECT s.due_on FROM changed JOIN payment_allocations a ON a.invoice_id = changed.id "
        "JOIN project_payments s ON s.id = a.payment_id "
        "UNION SELECT s.due_on FROM changed JOIN project_payments s ON s.invoice_id = changed.id",
    ),
    Source(
        "projects",
        ("id", "currency"),
        "SELECT s.due_on FROM changed JOIN project_payments s ON s.project_id = changed.id",
    ),
)
_MARKS = (
    Marks("figure_changes", "kind, owner_id", SOURCES),
    Marks("payment_day_changes", "due_on", PAYMENT_SOURCES),
)


def create_change_triggers(connection: Connection) -> None:
    """Create the triggers, or replace those of an earlier release; SQLite drops them when it rebuilds a table."""
    for marks in _MARKS:
        if connection.dialect.name == "sqlite":
            _create_sqlite_triggers(connection, marks)
        else:
            _create_postgres_triggers(connection, marks)


def _create_sqlite_triggers(connection: Connection, marks: Marks) -> None:
    found = connection.execute(text(_SQLITE_TRIGGERS), {"prefix": f"{marks.prefix}%"})
    known = {row.name: row.sql for row in found}
    wanted = {name: statement for source in marks.sources for name, statement in _sqlite_triggers(marks, source)}
    for name in known.keys() | wanted.keys():
        if known.get(name) != wanted.get(name):
            connection.exec_driver_sql(f"DROP TRIGGER IF EXISTS {name}")
            if name in wanted:
                connection.exec_driver_sql(wanted[name])


def _create_postgres_triggers(connection: Connection, marks: Marks) -> None:
    """Create or replace only what differs: creating a trigger waits for the table's writers."""
    prefix = {"prefix": f"{marks.prefix}%"}
    found = {(row.table, row.name) for row in connection.execute(text(_POSTGRES_TRIGGERS), prefix)}
    triggers = [(source, _postgres_triggers(marks, source)) for source in marks.sources]
    wanted = {(source.table, name): statement for source, created in triggers for name, statement in created}
    for table, name in sorted(found - wanted.keys()):
        connection.exec_driver_sql(f"DROP TRIGGER {name} ON {table}")
    known = {row.name: row.body for row in connection.execute(text(_POSTGRES_FUNCTIONS), prefix)}
    for source in marks.sources:
        name, body = f"{marks.prefix}{source.table}", _postgres_body(marks, source)
        if known.get(name) != body:
            connection.exec_driver_sql(
                f"CREATE OR REPLACE FUNCTION {name}() RETURNS trigger LANGUAGE plpgsql AS $${body}$$"
            )
    for table, name in sorted(wanted.keys() - found):
        connection.exec_driver_sql(wanted[table, name])


def mark_everything(connection: Connection) -> None:
    """Mark all stored amounts as outdated, because a migration may have changed rows without triggers."""
    connection.execute(
        text(
            f"INSERT INTO figure_changes (kind, owner_id) SELECT '{EVERYTHING}', {NO_OWNER} "
            "WHERE EXISTS (SELECT 1 FROM figure_builds)"
        )
    )
    # Also the days that have stored totals, and no payment any more.
    days = "SELECT due_on FROM project_payments UNION SELECT due_on FROM payment_day_totals"
    connection.execute(text(f"INSERT INTO payment_day_changes (due_on) {days}"))


_POSTGRES_TRIGGERS = (
    "SELECT t.tgname AS name, c.relname AS table FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid "
    "WHERE c.relnamespace = current_schema()::regnamespace AND t.tgname LIKE :prefix"
)
_POSTGRES_FUNCTIONS = (
    "SELECT proname AS name, prosrc AS body FROM pg_proc "
    "WHERE pronamespace = current_schema()::regnamespace AND proname LIKE :prefix"
)
_SQLITE_TRIGGERS = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND name LIKE :prefix"


def _sqlite_triggers(marks: Marks, source: Source) -> Iterator[tuple[str, str]]:
    """The triggers of a table by name; each runs per row."""
    rows = {row: ", ".join(f"{row}.{name} AS {name}" for name in source.columns) for row in ("OLD", "NEW")}
    changed = {
        "INSERT": f"SELECT {rows['NEW']}",
        "UPDATE": f"SELECT {rows['OLD']} UNION ALL SELECT {rows['NEW']}",
        "DELETE": f"SELECT {rows['OLD']}",
    }
    differs = " OR ".join(f"OLD.{name} IS NOT NEW.{name}" for name in source.columns)
    for event in _EVENTS:
        name = f"{marks.prefix}{source.table}_{event.lower()}"
        condition = f"WHEN {differs} " if event == "UPDATE" else ""
        owners = source.owners.replace("FROM changed", f"FROM ({changed[event]}) AS changed")
        yield (
            name,
            f"CREATE TRIGGER {name} AFTER {event} ON {source.table} {condition}BEGIN "
            f"INSERT INTO {marks.target} {owners}; END",
        )


def _postgres_body(marks: Marks, source: Source) -> str:
    """What the function of a table's triggers does, once for all rows of a statement."""
    casts = source.casts or {}
    columns = ", ".join(source.columns)
    old, new = (
        "("
        + ", ".join(f"{row}.{name}" + (f"::{casts[name]}" if name in casts else "") for name in source.columns)
        + ")"
        for row in ("o", "n")
    )
    both = f"old_rows o JOIN new_rows n ON n.id = o.id WHERE {old} IS DISTINCT FROM {new}"
    of = {row: ", ".join(f"{row}.{name}" for name in source.columns) for row in ("o", "n")}
    changed = {
        "INSERT": f"SELECT {columns} FROM new_rows",
        "UPDATE": f"SELECT {of['o']} FROM {both} UNION ALL SELECT {of['n']} FROM {both}",
        "DELETE": f"SELECT {columns} FROM old_rows",
    }
    branches = "".join(
        f"IF TG_OP = '{event}' THEN INSERT INTO {marks.target} "
        f"WITH changed AS ({changed[event]}) SELECT DISTINCT * FROM ({source.owners}) AS owners ({marks.columns}); "
        "END IF; "
        for event in _EVENTS
    )
    return f" BEGIN {branches}RETURN NULL; END "


def _postgres_triggers(marks: Marks, source: Source) -> Iterator[tuple[str, str]]:
    """The triggers of a table by name, one for each kind of statement."""
    name = f"{marks.prefix}{source.table}"
    rows = {
        "INSERT": "NEW TABLE AS new_rows",
        "UPDATE": "OLD TABLE AS old_rows NEW TABLE AS new_rows",
        "DELETE": "OLD TABLE AS old_rows",
    }
    for event in _EVENTS:
        trigger = f"{name}_{event.lower()}"
        yield (
            trigger,
            f"CREATE TRIGGER {trigger} AFTER {event} ON {source.table} REFERENCING {rows[event]} "
            f"FOR EACH STATEMENT EXECUTE FUNCTION {name}()",
        )
