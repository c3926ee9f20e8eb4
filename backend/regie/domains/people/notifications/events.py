"""Defines the notification events, whom they concern, and their default channels."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass

from regie.access.permissions import Role, rank
from regie.domains.people.notifications.models import ByMail, ChannelChoices, EventName

AT_ONCE: ByMail = "at_once"
DIGEST: ByMail = "digest"
NEVER: ByMail = "never"
# In the user's time zone.
DIGEST_HOUR = 7
_SUPER_ADMIN_RANK = 3
_ADMINISTRATORS = frozenset({Role.SUPER_ADMIN, Role.ADMIN})
_ACCOUNT_MANAGERS = _ADMINISTRATORS | {Role.ACCOUNT_MANAGER}
Roles = Iterable[str]


@dataclass(frozen=True, slots=True)
class NotificationChannels:
    """Whether in the application, and how by email."""

    in_app: bool
    by_mail: ByMail

    @property
    def names(self) -> list[str]:
        """The channels as the log and version conflicts name them."""
        return [*(["app"] if self.in_app else []), self.by_mail]


@dataclass(frozen=True, slots=True)
class Event:
    """An event that users can configure; `is_available_to` returns whether it concerns a user with these roles."""

    kinds: frozenset[str]
    is_available_to: Callable[[Roles], bool]
    default_channels: NotificationChannels
    # Users cannot remove actions on their behalf from their list.
    always_in_app: bool = False


def _everyone(roles: Roles) -> bool:
    return any(roles)


def _one_of(roles_required: Iterable[str]) -> Callable[[Roles], bool]:
    return lambda roles: not frozenset(roles_required).isdisjoint(roles)


def _can_be_impersonated(roles: Roles) -> bool:
    """Return whether someone ranks above these roles: super administrators cannot be impersonated."""
    return 0 < rank(roles) < _SUPER_ADMIN_RANK


EVENTS: Mapping[EventName, Event] = {
    "values_received": Event(frozenset({"award"}), _everyone, NotificationChannels(True, AT_ONCE)),
    "goals_due": Event(frozenset({"goal_ending", "goal_overdue"}), _everyone, NotificationChannels(True, DIGEST)),
    # Account managers, and employees who lead a project.
    "budget_warnings": Event(
        frozenset({"retainer_hours", "retainer_pace", "project_budget"}),
        _one_of(_ACCOUNT_MANAGERS | {Role.FINANCIAL_MANAGER, Role.EMPLOYEE}),
        NotificationChannels(True, AT_ONCE),
    ),
    "renewals": Event(
        frozenset({"retainer_renewal", "retainer_automatic_renewal"}),
        _one_of(_ACCOUNT_MANAGERS),
        NotificationChannels(True, DIGEST),
    ),
    "leaving": Event(
        frozenset({"retainer_leaving"}),
        _one_of(_ACCOUNT_MANAGERS | {Role.CHURN_MANAGER, Role.FINANCIAL_MANAGER}),
        NotificationChannels(True, AT_ONCE),
    ),
    "overdue_invoices": Event(
        frozenset({"invoice_overdue"}),
        _one_of(_ACCOUNT_MANAGERS | {Role.FINANCIAL_MANAGER}),
        NotificationChannels(True, DIGEST),
    ),
    "sync_trouble": Event(
        frozenset({"sync_trouble", "records_missing"}),
        _one_of(_ADMINISTRATORS),
        NotificationChannels(True, AT_ONCE),
    ),
    "months": Event(
        frozenset({"month_closed", "month_reopened", "month_pack_ready"}),
        _one_of(_ADMINISTRATORS | {Role.FINANCIAL_MANAGER}),
        NotificationChannels(True, AT_ONCE),
    ),
    "churn": Event(
        frozenset({"churn_to_confirm"}),
        _one_of(_ADMINISTRATORS | {Role.CHURN_MANAGER}),
        NotificationChannels(True, AT_ONCE),
    ),
    # Sellers may have no role but that of an employee.
    "client_decisions": Event(frozenset({"extra_work_decided"}), _everyone, NotificationChannels(True, AT_ONCE)),
    # An export expires after a week, and its owner is usually still online.
    "exports": Event(
        frozenset({"export_ready", "export_failed", "export_stopped_by_disk"}),
        _everyone,
        NotificationChannels(True, NEVER),
    ),
    "impersonation": Event(
        frozenset({"impersonation"}), _can_be_impersonated, NotificationChannels(True, AT_ONCE), always_in_app=True
    ),
}
_EVENT_OF: dict[str, EventName] = {kind: name for name, event in EVENTS.items() for kind in event.kinds}


def event_of(kind: str) -> EventName:
    return _EVENT_OF[kind]


def channels_for(event: EventName, choices: ChannelChoices) -> NotificationChannels:
    """Return the user's channels for an event: their choice, otherwise the default."""
    default, own = EVENTS[event].default_channels, choices.get(event, {})
    return NotificationChannels(own.get("in_app", default.in_app), own.get("by_mail", default.by_mail))
