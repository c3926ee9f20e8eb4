"""What invoices bill of scheduled payments, so that one invoice can settle several in part, and the reverse.

Payments keep the column of their invoice, now of the first one. Servers of the previous release still write it: on
PostgreSQL, where several servers can run, a trigger allocates what they link.
"""

import sqlalchemy as sa
from alembic import op

revision = "0071"
down_revision = "0070"

_EARLIER = (
    "SELECT sum(e.amount) FROM payment_allocations e JOIN project_payments ep ON ep.id = e.payment_id "
    "JOIN project_payments p ON p.id = payment_allocations.payment_id "
    "WHERE e.invoice_id = payment_allocations.invoice_id "
    "AND (ep.due_on, ep.sequence, ep.id) < (p.due_on, p.sequence, p.id)"
)
_ORDER = f"UPDATE payment_allocations SET settled_from = coalesce(({_EARLIER}), 0)"  # noqa: S608 - constants


def upgrade() -> None:
    op.create_table(
        "payment_allocations",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("payment_id", sa.Integer(), nullable=False),
        sa.Column("invoice_id", sa.Integer(), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("settled_from", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("amount > 0", name=op.f("ck_payment_allocations_amount")),
        sa.ForeignKeyConstraint(
            ["invoice_id"], ["invoices.id"], name=op.f("fk_payment_allocations_invoice_id_invoices")
        ),
        sa.ForeignKeyConstraint(
            ["payment_id"],
            ["project_payments.id"],
            name=op.f("fk_payment_allocations_payment_id_project_payments"),
            ondelete="CASCADE",
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_payment_allocations")),
        sa.UniqueConstraint("payment_id", "invoice_id", name=op.f("uq_payment_allocations_payment_id_invoice_id")),
    )
    op.create_index(op.f("ix_payment_allocations_invoice_id"), "payment_allocations", ["invoice_id"])
    with op.batch_alter_table("project_payments", schema=None) as batch_op:
        batch_op.add_column(sa.Column("is_split", sa.Boolean(), nullable=False, server_default=sa.false()))
    op.execute(
        "INSERT INTO payment_allocations (payment_id, invoice_id, amount, settled_from) "
        "SELECT id, invoice_id, amount, 0 FROM project_payments WHERE invoice_id IS NOT NULL ORDER BY id"
    )
    op.execute(_ORDER)
    if op.get_bind().dialect.name == "postgresql":
        op.execute(_ALLOCATE)
        op.execute(
            "CREATE TRIGGER project_payments_allocation AFTER UPDATE ON project_payments "
            "FOR EACH ROW EXECUTE FUNCTION allocate_linked_payment()"
        )


# This release allocates before it writes the column, so that nothing is left to do for it.
_ALLOCATE = f"""
CREATE FUNCTION allocate_linked_payment() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
IF NEW.invoice_id IS DISTINCT FROM OLD.invoice_id AND NOT EXISTS (
    SELECT FROM payment_allocations WHERE payment_id = NEW.id AND invoice_id = NEW.invoice_id
) THEN
    DELETE FROM payment_allocations WHERE payment_id = NEW.id;
    IF NEW.invoice_id IS NOT NULL THEN
        INSERT INTO payment_allocations (payment_id, invoice_id, amount, settled_from)
        VALUES (NEW.id, NEW.invoice_id, NEW.amount, 0);
        {_ORDER} WHERE invoice_id = NEW.invoice_id;
    END IF;
ELSIF NEW.amount <> OLD.amount AND NOT NEW.is_split THEN
    UPDATE payment_allocations SET amount = NEW.amount WHERE payment_id = NEW.id AND amount = OLD.amount;
END IF;
RETURN NULL; END $$
"""  # noqa: S608 - constants
