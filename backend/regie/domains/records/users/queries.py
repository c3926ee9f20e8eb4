"""Reads what other nouns need to know about the caller."""

from sqlalchemy import Connection, select

from regie.access.actor import CURRENT_USER_ID, Actor
from regie.domains.records.users.models import User

_CURRENCY = select(User.currency).where(User.id == CURRENT_USER_ID)


def read_currency(db: Connection, actor: Actor) -> str:
    """Return the currency in which the caller reads amounts unless they choose another."""
    return db.execute(_CURRENCY, actor.params).scalar_one()


def has_users(db: Connection) -> bool:
    """Whether anyone has an account; without one, the server has to make the owner's."""
    return db.execute(select(User.id).limit(1)).first() is not None
