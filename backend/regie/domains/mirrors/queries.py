"""Which mirrored rows a caller may see, where rooms above need the same answer."""

from sqlalchemy import ColumnElement, or_

from regie.access.actor import ME
from regie.access.permissions import Scope
from regie.domains.mirrors.models import HubspotDeal
from regie.domains.teams.queries import my_teammates


def visible_deals(scope: Scope) -> ColumnElement[bool]:
    """Deals that the CRM still has; own: those that the caller sells, team: those of their teammates too."""
    living = HubspotDeal.deleted_at.is_(None)
    if scope is Scope.ALL:
        return living
    own = HubspotDeal.account_manager_id == ME
    return living & (or_(own, HubspotDeal.account_manager_id.in_(my_teammates())) if scope is Scope.TEAM else own)
