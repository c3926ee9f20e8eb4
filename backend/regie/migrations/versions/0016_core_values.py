"""Add core values and the awards for them."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "core_values",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("name_en", sa.String(length=60), nullable=False),
        sa.Column("name_fr", sa.String(length=60), nullable=False),
        sa.Column("description_en", sa.Text(), nullable=True),
        sa.Column("description_fr", sa.Text(), nullable=True),
        sa.Column("icon", sa.String(length=20), nullable=False),
        sa.Column("colour", sa.String(length=20), nullable=False),
        sa.Column("position", sa.Integer(), nullable=False),
        sa.Column("is_active", sa.Boolean(), nullable=False),
        *_of_a_record(),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_core_values")),
        sa.UniqueConstraint("api_id", name=op.f("uq_core_values_api_id")),
    )
    op.create_table(
        "awards",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("name", sa.String(length=200), nullable=False),
        sa.Column("core_value_id", sa.Integer(), nullable=False),
        sa.Column("receiver_id", sa.Integer(), nullable=False),
        sa.Column("giver_id", sa.Integer(), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("awarded_on", sa.Date(), nullable=False),
        sa.Column("project_id", sa.Integer(), nullable=True),
        sa.Column("visibility", sa.String(length=8), nullable=False),
        *_of_a_record(),
        sa.ForeignKeyConstraint(
            ["core_value_id"], ["core_values.id"], name=op.f("fk_awards_core_value_id_core_values")
        ),
        sa.ForeignKeyConstraint(["giver_id"], ["users.id"], name=op.f("fk_awards_giver_id_users")),
        sa.ForeignKeyConstraint(["project_id"], ["projects.id"], name=op.f("fk_awards_project_id_projects")),
        sa.ForeignKeyConstraint(["receiver_id"], ["employees.id"], name=op.f("fk_awards_receiver_id_employees")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_awards")),
        sa.UniqueConstraint("api_id", name=op.f("uq_awards_api_id")),
    )
    with op.batch_alter_table("awards", schema=None) as batch_op:
        batch_op.create_index("ix_awards_awarded_on_id", ["awarded_on", "id"], unique=False)
        for column in ("core_value_id", "giver_id", "project_id", "receiver_id"):
            batch_op.create_index(batch_op.f(f"ix_awards_{column}"), [column], unique=False)


def _of_a_record() -> list[sa.Column]:
    """The last columns of every record, and its search and sort keys."""
    return [
        sa.Column("created_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("updated_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("version", sa.Integer(), nullable=False),
        sa.Column("name_key", sa.String(length=200), nullable=False),
        sa.Column("search_key", sa.String(), nullable=False),
    ]
