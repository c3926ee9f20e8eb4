"""Says what a caller may change of the beginning of a ledger."""

from collections.abc import Collection, Iterator

from regie.access.actor import Actor
from regie.access.permissions import Permission, Scope
from regie.domains.work.projects.schemas import ProjectAction, ProjectDetails


def find_ledger_actions(
    actor: Actor, project: ProjectDetails, can: Collection[ProjectAction], *, has_locked_period: bool
) -> Iterator[ProjectAction]:
    """Yield what the caller may change of the ledger's beginning, besides the actions that they `can` take."""
    if project["kind"] != "retainer" or has_locked_period:
        return
    if actor.scope(Permission.RETAINERS_LOCK) is Scope.ALL:
        yield "begin_ledger"
    adjusts = actor.scope(Permission.RETAINERS_ADJUST)
    if project["ledger_from"] is not None and (adjusts is Scope.ALL or (adjusts is not None and "edit" in can)):
        yield "state_opening"
