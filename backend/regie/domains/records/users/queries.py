"""Reads what other nouns need to know about the caller."""

from sqlalchemy import Connection, select

from regie.access.actor import CURRENT_USER_ID, Actor
from regie.domains.records.users.models import User

_CURRENCY = select(User.currency).where(User.id == CURRENT_USER_ID)


def read_currency(db: Connection, actor: Actor) -> str:
    """Return the currency in which the caller reads amounts unless they choose another."""
    return db.execute(_CURRENCY, actor.params).scalar_one()


def is_set_up(db: Connection) -> bool:
    """Whether anyone has used an account; until then, a command on the server prints the owner's link."""
    return db.execute(select(User.id).where(User.status != "invited").limit(1)).first() is not None


def is_first_owner(db: Connection, user_id: int) -> bool:
    """Whether this super administrator is the only account, and has not been used."""
    users = db.execute(select(User.id, User.status, User.roles).limit(2)).all()
    return [(user.id, user.status) for user in users] == [(user_id, "invited")] and "super_admin" in users[0].roles
