"""Add an id to out-of-scope sales, which have one row per project and seller; rows keep their order."""

import sqlalchemy as sa
from alembic import op

from regie.core.db.ids import new_api_id

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    # A new primary key: the small table is rebuilt, the same way on both engines.
    there = op.get_bind().execute(
        sa.text("SELECT project_id, employee_id, weight FROM project_sellers ORDER BY project_id, employee_id")
    )
    kept = [{**row, "api_id": new_api_id()} for row in there.mappings()]
    op.drop_table("project_sellers")
    sellers = op.create_table(
        "project_sellers",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=False),
        sa.Column("employee_id", sa.Integer(), nullable=False),
        sa.Column("weight", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["employee_id"], ["employees.id"], name=op.f("fk_project_sellers_employee_id_employees")
        ),
        sa.ForeignKeyConstraint(
            ["project_id"], ["projects.id"], name=op.f("fk_project_sellers_project_id_projects"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_project_sellers")),
        sa.UniqueConstraint("api_id", name=op.f("uq_project_sellers_api_id")),
        sa.UniqueConstraint("project_id", "employee_id", name=op.f("uq_project_sellers_project_id_employee_id")),
    )
    op.bulk_insert(sellers, kept)
    with op.batch_alter_table("project_sellers", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_project_sellers_employee_id"), ["employee_id"], unique=False)
    with op.batch_alter_table("projects", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_projects_sold_on"), ["sold_on"], unique=False)
