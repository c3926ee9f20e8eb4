"""Erasures of people, and triggers of the activity log that allow exactly these."""

import sqlalchemy as sa
from alembic import op

revision = "0039"
down_revision = "0038"

_ERASING = "EXISTS (SELECT 1 FROM erasures WHERE in_progress IS NOT NULL)"
# The columns that say what happened, when, by whom and to what.
_FACTS = "id api_id at action subject_type subject_api_id actor_api_id real_actor_api_id topic".split()
_NAMES = "subject_name actor_name real_actor_name".split()


def upgrade() -> None:
    op.create_table(
        "erasures",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("api_id", sa.String(length=36), nullable=False),
        sa.Column("kind", sa.String(length=8), nullable=False),
        sa.Column("user_api_id", sa.String(length=36), nullable=True),
        sa.Column("employee_api_id", sa.String(length=36), nullable=True),
        sa.Column("client_api_id", sa.String(length=36), nullable=True),
        sa.Column("address_hashes", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=500), nullable=False),
        sa.Column("erased_at", sa.DateTime(timezone=True), nullable=False),
        sa.Column("erased_by_id", sa.Integer(), nullable=True),
        sa.Column("cleaned_at", sa.DateTime(timezone=True), nullable=True),
        sa.Column("in_progress", sa.Integer(), nullable=True),
        sa.CheckConstraint("id > 0", name=op.f("ck_erasures_id")),
        sa.ForeignKeyConstraint(["erased_by_id"], ["users.id"], name=op.f("fk_erasures_erased_by_id_users")),
        sa.ForeignKeyConstraint(
            ["in_progress"],
            ["erasures.id"],
            name=op.f("fk_erasures_in_progress_erasures"),
            initially="DEFERRED",
            deferrable=True,
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_erasures")),
        sa.UniqueConstraint("api_id", name=op.f("uq_erasures_api_id")),
    )
    with op.batch_alter_table("erasures", schema=None) as batch_op:
        for name in ("client_api_id", "employee_api_id", "erased_by_id", "user_api_id"):
            batch_op.create_index(batch_op.f(f"ix_erasures_{name}"), [name], unique=False)
    op.create_table(
        "erased_records",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("erasure_id", sa.Integer(), nullable=False),
        sa.Column("table_name", sa.String(length=40), nullable=False),
        sa.Column("external_id", sa.String(length=64), nullable=False),
        sa.ForeignKeyConstraint(["erasure_id"], ["erasures.id"], name=op.f("fk_erased_records_erasure_id_erasures")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_erased_records")),
        sa.UniqueConstraint("table_name", "external_id", name=op.f("uq_erased_records_table_name_external_id")),
    )
    with op.batch_alter_table("erased_records", schema=None) as batch_op:
        batch_op.create_index(batch_op.f("ix_erased_records_erasure_id"), ["erasure_id"], unique=False)
    if op.get_bind().dialect.name == "sqlite":
        _allow_erasures_on_sqlite()
    else:
        _allow_erasures_on_postgresql()


def _allow_erasures_on_sqlite() -> None:
    """Refuse an update unless an erasure is in progress and only names and texts of persons differ."""
    same_facts = " AND ".join(f"OLD.{name} IS NEW.{name}" for name in _FACTS)
    erased_names = " AND ".join(f"(OLD.{name} IS NEW.{name} OR NEW.{name} LIKE '%Erased person %')" for name in _NAMES)
    # Every value other than a replaced text is the same, at the same place.
    values = "SELECT fullkey, type, atom FROM json_tree({row}.changes)"
    old, new = values.format(row="OLD"), values.format(row="NEW")
    places = "SELECT fullkey, type FROM json_tree({row}.changes)"
    same_places = (
        f"NOT EXISTS ({places.format(row='OLD')} EXCEPT {places.format(row='NEW')}) "
        f"AND NOT EXISTS ({places.format(row='NEW')} EXCEPT {places.format(row='OLD')})"
    )
    erased_values = f"NOT EXISTS ({new} WHERE type <> 'text' OR atom NOT LIKE '%Erased person %' EXCEPT {old})"
    op.execute("DROP TRIGGER activity_refuses_update")
    op.execute(
        "CREATE TRIGGER activity_refuses_update BEFORE UPDATE ON activity "
        f"WHEN NOT ({_ERASING} AND {same_facts} AND {erased_names} AND {same_places} AND {erased_values}) "
        "BEGIN SELECT RAISE(ABORT, 'the activity log is append-only'); END"
    )


def _allow_erasures_on_postgresql() -> None:
    """The same conditions; the values of two JSON texts are compared string by string, in their order."""
    same_facts = " AND ".join(f"OLD.{name} IS NOT DISTINCT FROM NEW.{name}" for name in _FACTS)
    erased_names = " AND ".join(
        f"(OLD.{name} IS NOT DISTINCT FROM NEW.{name} OR NEW.{name} LIKE '%Erased person %')" for name in _NAMES
    )
    string = r'"(?:[^"\\]|\\.)*"'
    strings = f"regexp_matches({{row}}.changes::text, '{string}', 'g') WITH ORDINALITY"
    same_rest = (
        f"regexp_replace(OLD.changes::text, '{string}', '\"\"', 'g') = "
        f"regexp_replace(NEW.changes::text, '{string}', '\"\"', 'g')"
    )
    erased_values = (
        f"NOT EXISTS (SELECT 1 FROM {strings.format(row='OLD')} AS o(found, place) "  # noqa: S608
        f"FULL JOIN {strings.format(row='NEW')} AS n(found, place) USING (place) "
        "WHERE o.found IS DISTINCT FROM n.found AND (n.found IS NULL OR n.found[1] NOT LIKE '%Erased person %'))"
    )
    op.execute(
        "CREATE FUNCTION refuse_activity_updates() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        f"IF {_ERASING} AND {same_facts} AND {erased_names} AND {same_rest} AND {erased_values} "
        "THEN RETURN NEW; END IF; RAISE EXCEPTION 'the activity log is append-only'; END $$"
    )
    op.execute("DROP TRIGGER activity_refuses_changes ON activity")
    op.execute(
        "CREATE TRIGGER activity_refuses_changes BEFORE DELETE OR TRUNCATE ON activity "
        "FOR EACH STATEMENT EXECUTE FUNCTION refuse_activity_changes()"
    )
    op.execute(
        "CREATE TRIGGER activity_refuses_updates BEFORE UPDATE ON activity "
        "FOR EACH ROW EXECUTE FUNCTION refuse_activity_updates()"
    )
