"""Alembic's environment: runs migrations on the connection that `regie migrate` passes."""

from typing import Any, Literal

from alembic import context
from sqlalchemy.types import TypeDecorator

from regie.core.lists.text_index import is_compared
from regie.schema import METADATA


def render_sql_type(kind: str, item: Any, _autogen: Any) -> str | Literal[False]:
    """Render the SQL type of our own types, so that migrations do not depend on later code."""
    if kind != "type" or not isinstance(item, TypeDecorator):
        return False
    return f"sa.{item.impl_instance!r}"


connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=METADATA,
    render_as_batch=connection.dialect.name == "sqlite",
    transaction_per_migration=True,
    render_item=render_sql_type,
    include_object=is_compared if connection.dialect.name == "sqlite" else None,
)
with context.begin_transaction():
    context.run_migrations()
