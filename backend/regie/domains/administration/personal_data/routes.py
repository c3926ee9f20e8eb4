"""Routes of the export and erasure of personal data."""

from sqlalchemy.orm import Session

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.access.permissions import Permission as P
from regie.access.rate_limits import Rate
from regie.core.api.wire import Item
from regie.core.time.clock import Clock
from regie.domains.administration.exports.queries import read_export
from regie.domains.administration.exports.schemas import ExportOut
from regie.domains.administration.personal_data import actions
from regie.domains.administration.personal_data.schemas import ErasureCreate, ErasureOut, PersonalDataExportCreate

router = Router("/api/v1", "personal-data")


@router.post("/personal-data-exports", requires=P.PERSONAL_DATA_MANAGE, rate=Rate.EXPORT, forbids_impersonation=True)
def export_personal_data(
    session: Session, actor: Actor, clock: Clock, data: PersonalDataExportCreate
) -> Item[ExportOut]:
    """Export everything that is stored about one person as a ZIP file, which appears among the caller's exports."""
    api_id = actions.export_personal_data(session, actor, clock, data.kind, data.id)
    return {"data": read_export(session.connection(), actor, api_id)}


@router.post("/me/personal-data-exports", requires=Access.SIGNED_IN, rate=Rate.EXPORT, forbids_impersonation=True)
def export_own_personal_data(session: Session, actor: Actor, clock: Clock) -> Item[ExportOut]:
    """Export everything that is stored about the caller."""
    api_id = actions.export_personal_data(session, actor, clock, "user", actor.user_api_id)
    return {"data": read_export(session.connection(), actor, api_id)}


@router.post("/erasures", requires=P.PERSONAL_DATA_MANAGE, forbids_impersonation=True, summary="Erase person")
def erase(session: Session, actor: Actor, context: AppContext, data: ErasureCreate) -> Item[ErasureOut]:
    """Erase a person's data for good; their records stay under a neutral name."""
    return {"data": actions.erase(session, actor, context, data)}
