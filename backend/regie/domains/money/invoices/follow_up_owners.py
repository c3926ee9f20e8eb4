"""Reads the users who may follow up invoices and clients."""

from sqlalchemy import ColumnElement, Connection, or_

from regie.access.actor import Actor, row_scope
from regie.access.permissions import Permission, Scope
from regie.core.api.wire import ListQuery, Page, Ref
from regie.core.lists.listing import Listing
from regie.core.lists.shape import Shape
from regie.domains.people.users.queries import has_role
from regie.domains.records.users.models import User

FOLLOW_UP_OWNERS = Listing(
    source=User.__table__,
    key=User.id,
    api_id=User.api_id,
    shape=Shape.of(Ref, User),
    sorts={"name": User.name_key},
    default_sort="name",
    search=(User.search_key,),
)


def visible_follow_up_owners(_scope: Scope) -> ColumnElement[bool]:
    """Active users whose roles allow follow-ups."""
    roles = ("super_admin", "admin", "financial_manager", "account_manager")
    return or_(*(has_role(role) for role in roles)) & (User.status == "active")


def list_follow_up_owners(db: Connection, actor: Actor, query: ListQuery) -> Page[Ref]:
    return FOLLOW_UP_OWNERS.page(db, row_scope(actor, Permission.DIRECTORY_VIEW, visible_follow_up_owners), query)
