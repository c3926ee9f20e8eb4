"""Add employee records: address, manager, leaves and cost rates."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    with op.batch_alter_table("employees", schema=None) as batch_op:
        batch_op.add_column(sa.Column("phone", sa.String(length=40), nullable=True))
        batch_op.add_column(sa.Column("department", sa.String(length=20), nullable=True))
        batch_op.add_column(sa.Column("manager_id", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("employment", sa.String(length=12), nullable=False, server_default="full"))
        batch_op.add_column(sa.Column("is_billable", sa.Boolean(), nullable=False, server_default=sa.true()))
        batch_op.add_column(sa.Column("utilisation_target", sa.Integer(), nullable=True))
        batch_op.add_column(sa.Column("language", sa.String(length=5), nullable=True))
        batch_op.add_column(sa.Column("timezone", sa.String(length=64), nullable=True))
        batch_op.create_foreign_key(
            batch_op.f("fk_employees_manager_id_employees"), "employees", ["manager_id"], ["id"]
        )
        batch_op.create_index(batch_op.f("ix_employees_manager_id"), ["manager_id"], unique=False)
    # The defaults are for existing rows only; new rows set all values.
    with op.batch_alter_table("employees", schema=None) as batch_op:
        for name in ("employment", "is_billable"):
            batch_op.alter_column(name, server_default=None)
    op.create_table(
        "employee_leaves",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("employee_id", sa.Integer(), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.Column("ends_on", sa.Date(), nullable=True),
        sa.ForeignKeyConstraint(
            ["employee_id"], ["employees.id"], name=op.f("fk_employee_leaves_employee_id_employees"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_employee_leaves")),
        sa.UniqueConstraint("api_id", name=op.f("uq_employee_leaves_api_id")),
    )
    with op.batch_alter_table("employee_leaves", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_employee_leaves_employee_id"), ["employee_id"], unique=False)
    op.create_table(
        "employee_cost_rates",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("employee_id", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("starts_on", sa.Date(), nullable=False),
        sa.ForeignKeyConstraint(
            ["employee_id"],
            ["employees.id"],
            name=op.f("fk_employee_cost_rates_employee_id_employees"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_employee_cost_rates")),
        sa.UniqueConstraint("employee_id", "starts_on", name=op.f("uq_employee_cost_rates_employee_id_starts_on")),
    )
