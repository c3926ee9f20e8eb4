"""What people are told of, whom it can reach, and how they are told until they choose otherwise."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from regie.access.permissions import Role, rank
from regie.domains.people.notifications.models import ByMail, Chosen, EventName

AT_ONCE: ByMail = "at_once"
DIGEST: ByMail = "digest"
NEVER: ByMail = "never"
# Where the person is.
DIGEST_HOUR = 7
_SUPER_ADMINISTRATOR = 3
_ADMINISTRATORS = frozenset({Role.SUPER_ADMIN, Role.ADMIN})
_ACCOUNT_MANAGERS = _ADMINISTRATORS | {Role.ACCOUNT_MANAGER}
Roles = Iterable[str]


@dataclass(frozen=True, slots=True)
class Ways:
    """In the app or not, and how by mail."""

    in_app: bool
    by_mail: ByMail

    @property
    def names(self) -> list[str]:
        """As the log and a comparison of two versions name them."""
        return [*(["app"] if self.in_app else []), self.by_mail]


@dataclass(frozen=True, slots=True)
class Event:
    """A choice of the person: `reaches` says whether somebody with these roles can be told of it at all."""

    kinds: frozenset[str]
    reaches: Callable[[Roles], bool]
    usually: Ways
    # What is done in a person's name cannot be kept from their list.
    always_in_app: bool = False


def _everyone(roles: Roles) -> bool:
    return any(roles)


def _one_of(wanted: Iterable[str]) -> Callable[[Roles], bool]:
    return lambda roles: not frozenset(wanted).isdisjoint(roles)


def _can_be_acted_for(roles: Roles) -> bool:
    """Nobody ranks above a super administrator."""
    return 0 < rank(roles) < _SUPER_ADMINISTRATOR


EVENTS: Mapping[EventName, Event] = {
    "values_received": Event(frozenset({"award"}), _everyone, Ways(True, AT_ONCE)),
    "goals_due": Event(frozenset({"goal_ending", "goal_past"}), _everyone, Ways(True, DIGEST)),
    # Account managers, and whoever leads a project.
    "budget_warnings": Event(
        frozenset({"retainer_hours", "retainer_pace"}),
        _one_of(_ACCOUNT_MANAGERS | {Role.FINANCIAL_MANAGER, Role.EMPLOYEE}),
        Ways(True, AT_ONCE),
    ),
    "renewals": Event(frozenset({"retainer_renewal"}), _one_of(_ACCOUNT_MANAGERS), Ways(True, DIGEST)),
    "overdue_invoices": Event(
        frozenset({"invoice_overdue"}), _one_of(_ACCOUNT_MANAGERS | {Role.FINANCIAL_MANAGER}), Ways(True, DIGEST)
    ),
    "sync_trouble": Event(frozenset({"sync_trouble"}), _one_of(_ADMINISTRATORS), Ways(True, AT_ONCE)),
    # It comes to a week of a file's life, and whoever waits for it is mostly still there.
    "exports": Event(frozenset({"export_ready", "export_failed"}), _everyone, Ways(True, NEVER)),
    "impersonation": Event(frozenset({"impersonation"}), _can_be_acted_for, Ways(True, AT_ONCE), always_in_app=True),
}
_EVENT_OF: dict[str, EventName] = {kind: name for name, event in EVENTS.items() for kind in event.kinds}


def event_of(kind: str) -> EventName:
    return _EVENT_OF[kind]


def ways_of(event: EventName, chosen: Chosen) -> Ways:
    """How somebody is told who has chosen this; what they left alone stays as it usually is."""
    usually, own = EVENTS[event].usually, chosen.get(event, {})
    return Ways(own.get("in_app", usually.in_app), own.get("by_mail", usually.by_mail))
