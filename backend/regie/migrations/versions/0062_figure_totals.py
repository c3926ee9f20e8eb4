"""Figures of the present month, and totals of figures in the currencies of all users."""

import sqlalchemy as sa
from alembic import op

revision = "0062"
down_revision = "0061"


def upgrade() -> None:
    op.create_table(
        "figure_spans",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("build_id", sa.Integer(), nullable=False),
        sa.Column("first_on", sa.Date(), nullable=False),
        sa.Column("last_on", sa.Date(), nullable=False),
        sa.Column("refreshes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["build_id"], ["figure_builds.id"], name=op.f("fk_figure_spans_build_id_figure_builds")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_spans")),
        sa.UniqueConstraint("build_id", "first_on", "last_on", name=op.f("uq_figure_spans_build_id_first_on_last_on")),
    )
    op.create_table(
        "figure_span_amounts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("span_id", sa.Integer(), nullable=False),
        sa.Column("figure", sa.String(length=24), nullable=False),
        sa.Column("owner_id", sa.Integer(), nullable=False),
        sa.Column("record", sa.String(length=12), nullable=False),
        sa.Column("record_id", sa.Integer(), nullable=False),
        sa.Column("day", sa.Date(), nullable=False),
        sa.Column("part", sa.String(length=40), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("amount", sa.BigInteger(), nullable=False),
        sa.Column("value", sa.String(length=60), nullable=False),
        sa.Column("whole", sa.String(length=60), nullable=False),
        sa.ForeignKeyConstraint(
            ["span_id"], ["figure_spans.id"], name=op.f("fk_figure_span_amounts_span_id_figure_spans")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_span_amounts")),
    )
    op.create_index("ix_figure_span_amounts_owner", "figure_span_amounts", ["span_id", "figure", "owner_id"])
    op.create_table(
        "figure_conversions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("build_id", sa.Integer(), nullable=True),
        sa.Column("span_id", sa.Integer(), nullable=True),
        sa.Column("closing_id", sa.Integer(), nullable=True),
        sa.Column("month", sa.Date(), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("rates", sa.String(length=32), nullable=False),
        sa.Column("refreshes", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["build_id"], ["figure_builds.id"], name=op.f("fk_figure_conversions_build_id_figure_builds")
        ),
        sa.ForeignKeyConstraint(
            ["span_id"], ["figure_spans.id"], name=op.f("fk_figure_conversions_span_id_figure_spans")
        ),
        sa.ForeignKeyConstraint(
            ["closing_id"], ["closed_months.id"], name=op.f("fk_figure_conversions_closing_id_closed_months")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_conversions")),
        sa.UniqueConstraint(
            "build_id", "month", "currency", name=op.f("uq_figure_conversions_build_id_month_currency")
        ),
        sa.UniqueConstraint("span_id", "currency", name=op.f("uq_figure_conversions_span_id_currency")),
        sa.UniqueConstraint("closing_id", "currency", name=op.f("uq_figure_conversions_closing_id_currency")),
    )
    op.create_table(
        "figure_totals",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("conversion_id", sa.Integer(), nullable=False),
        sa.Column("figure", sa.String(length=24), nullable=False),
        sa.Column("part", sa.String(length=40), nullable=False),
        sa.Column("currency", sa.String(length=3), nullable=False),
        sa.Column("records", sa.Integer(), nullable=False),
        sa.Column("converted", sa.BigInteger(), nullable=False),
        sa.Column("unconverted", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(
            ["conversion_id"],
            ["figure_conversions.id"],
            name=op.f("fk_figure_totals_conversion_id_figure_conversions"),
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_figure_totals")),
        sa.UniqueConstraint(
            "conversion_id",
            "figure",
            "part",
            "currency",
            name=op.f("uq_figure_totals_conversion_id_figure_part_currency"),
        ),
    )
