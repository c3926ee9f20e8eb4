"""A sequence of project numbers on PostgreSQL, whose row in `number_series` was locked until the commit.

The previous release still counts in that row: a trigger gives it the numbers of the sequence.
"""

from alembic import op

revision = "0060"
down_revision = "0059"


def upgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        return
    op.execute("CREATE SEQUENCE project_numbers OWNED BY projects.number")
    op.execute("SELECT setval('project_numbers', last) FROM number_series WHERE name = 'project' AND last > 0")
    op.execute(
        "CREATE FUNCTION take_project_number() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN "
        "IF NEW.name = 'project' THEN NEW.last := nextval('project_numbers'); END IF; RETURN NEW; END $$"
    )
    op.execute(
        "CREATE TRIGGER number_series_sequence BEFORE UPDATE OR INSERT ON number_series "
        "FOR EACH ROW EXECUTE FUNCTION take_project_number()"
    )
