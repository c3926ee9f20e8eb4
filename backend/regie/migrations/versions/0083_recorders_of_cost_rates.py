"""Store who recorded a cost rate, when and why; the activity log says it of earlier ones."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

from regie.core.db.ids import new_api_id

revision = "0083"
down_revision = "0082"

_INSTANT = sa.DateTime(timezone=True)
_RATES = sa.table(
    "employee_cost_rates",
    *(sa.column("id", sa.Integer), sa.column("api_id", sa.String), sa.column("employee_id", sa.Integer)),
    *(sa.column("starts_on", sa.Date), sa.column("recorded_at", _INSTANT), sa.column("recorded_by_id", sa.Integer)),
)
_EMPLOYEES = sa.table("employees", sa.column("id", sa.Integer), sa.column("api_id", sa.String))
_USERS = sa.table("users", sa.column("id", sa.Integer), sa.column("api_id", sa.String))
_LOG = sa.table(
    "activity",
    *(sa.column("id", sa.Integer), sa.column("at", _INSTANT), sa.column("action", sa.String)),
    *(sa.column("subject_api_id", sa.String), sa.column("actor_api_id", sa.String), sa.column("changes", sa.JSON)),
)


def upgrade() -> None:
    with op.batch_alter_table("employee_cost_rates", schema=None) as batch_op:
        batch_op.add_column(sa.Column("api_id", sa.String(length=36), nullable=True))
        batch_op.add_column(sa.Column("reason", sa.Text(), nullable=True))
        batch_op.add_column(sa.Column("recorded_at", _INSTANT, nullable=True))
        batch_op.add_column(sa.Column("recorded_by_id", sa.Integer(), nullable=True))
        batch_op.create_index(batch_op.f("ix_employee_cost_rates_recorded_by_id"), ["recorded_by_id"], unique=False)
        batch_op.create_unique_constraint(batch_op.f("uq_employee_cost_rates_api_id"), ["api_id"])
        batch_op.create_foreign_key(
            batch_op.f("fk_employee_cost_rates_recorded_by_id_users"), "users", ["recorded_by_id"], ["id"]
        )
    _complete(op.get_bind())


def downgrade() -> None:
    with op.batch_alter_table("employee_cost_rates", schema=None) as batch_op:
        batch_op.drop_constraint(batch_op.f("fk_employee_cost_rates_recorded_by_id_users"), type_="foreignkey")
        batch_op.drop_constraint(batch_op.f("uq_employee_cost_rates_api_id"), type_="unique")
        batch_op.drop_index(batch_op.f("ix_employee_cost_rates_recorded_by_id"))
        for column in ("recorded_by_id", "recorded_at", "reason", "api_id"):
            batch_op.drop_column(column)


def _complete(db: sa.Connection) -> None:
    """Give each rate an api_id, and the author and time of its last entry in the log."""
    recorded = _read_log(db)
    rates = db.execute(
        sa.select(_RATES.c.id, _RATES.c.starts_on, _EMPLOYEES.c.api_id)
        .join_from(_RATES, _EMPLOYEES, _EMPLOYEES.c.id == _RATES.c.employee_id)
        .order_by(_RATES.c.id)
    ).all()
    for key, starts_on, employee in rates:
        at, user_id = recorded.get((employee, str(starts_on)), (None, None))
        values = {"api_id": new_api_id(), "recorded_at": at, "recorded_by_id": user_id}
        db.execute(sa.update(_RATES).where(_RATES.c.id == key).values(**values))


def _read_log(db: sa.Connection) -> dict[tuple[str, str], tuple[Any, int | None]]:
    """Return (instant, key of the user) of the last entry by employee and first day."""
    entries = db.execute(
        sa.select(_LOG.c.subject_api_id, _LOG.c.changes, _LOG.c.at, _USERS.c.id)
        .join_from(_LOG, _USERS, _USERS.c.api_id == _LOG.c.actor_api_id, isouter=True)
        .where(_LOG.c.action == "cost_rate_set")
        .order_by(_LOG.c.id)
    ).all()
    found = {}
    for employee, changes, at, user_id in entries:
        fields = json.loads(changes) if isinstance(changes, str) else changes
        day = fields.get("cost_starts_on", [None, None])[1]
        found[employee, str(day)] = (at, user_id)
    return found
