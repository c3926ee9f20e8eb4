"""Lists every permission and the scope in which each role holds it.

Roles merge: the widest scope wins. `own` means that the caller is the record's account manager, project manager,
member, seller or subject; each domain's `visible_…` clause defines it exactly. An employee's record can grant groups
of figures in addition to the roles.
"""

from collections.abc import Iterable
from enum import IntEnum, StrEnum
from typing import Literal


class Role(StrEnum):
    SUPER_ADMIN = "super_admin"
    ADMIN = "admin"
    FINANCIAL_MANAGER = "financial_manager"
    ACCOUNT_MANAGER = "account_manager"
    CHURN_MANAGER = "churn_manager"
    EMPLOYEE = "employee"


_RANKS = {Role.SUPER_ADMIN: 3, Role.ADMIN: 2}


def rank(roles: Iterable[str]) -> int:
    """Return 3 for super administrators, 2 for administrators, 1 for other roles, 0 without a role."""
    return max((_RANKS.get(role, 1) for role in roles), default=0)  # type: ignore[call-overload]


ScopeName = Literal["all", "team", "own"]


class Scope(IntEnum):
    """Wider scopes are greater, so `max` merges roles."""

    OWN = 1
    TEAM = 2
    ALL = 3

    @property
    def api_name(self) -> ScopeName:
        return _API_NAMES[self]


_API_NAMES: dict[Scope, ScopeName] = {Scope.OWN: "own", Scope.TEAM: "team", Scope.ALL: "all"}
# By the name that queries use.
SCOPES_BY_NAME = {name: scope for scope, name in _API_NAMES.items()}


class Permission(StrEnum):
    """`resource.action`; the front end's permissions are generated from this list."""

    ACTIVITY_EXPORT = "activity.export"
    ACTIVITY_VIEW = "activity.view"
    ACTIVITY_VIEW_CHURN = "activity.view_churn"
    ACTIVITY_VIEW_MONEY = "activity.view_money"
    ATTACHMENTS_MANAGE = "attachments.manage"
    AWARDS_GIVE = "awards.give"
    AWARDS_MANAGE = "awards.manage"
    BACKUPS_CONFIRM_LIVE = "backups.confirm_live"
    BACKUPS_VIEW = "backups.view"
    BUG_REPORTS_VIEW = "bug_reports.view"
    CHURNS_CONFIRM = "churns.confirm"
    CHURNS_RECORD = "churns.record"
    CHURNS_VIEW = "churns.view"
    CLIENTS_CREATE = "clients.create"
    CLIENTS_DELETE = "clients.delete"
    CLIENTS_EDIT = "clients.edit"
    CLIENTS_EDIT_BILLING = "clients.edit_billing"
    CLIENTS_MONEY = "clients.money"
    CLIENTS_VIEW = "clients.view"
    CONNECTIONS_EDIT_SECRETS = "connections.edit_secrets"
    CONNECTIONS_RUN = "connections.run"
    CONNECTIONS_RUN_QUICKBOOKS = "connections.run_quickbooks"
    CONNECTIONS_VIEW = "connections.view"
    CORE_VALUES_EDIT = "core_values.edit"
    CORE_VALUES_VIEW = "core_values.view"
    DASHBOARD_VIEW = "dashboard.view"
    DEALS_VIEW = "deals.view"
    DIRECTORY_VIEW = "directory.view"
    EMPLOYEES_COST_RATES = "employees.cost_rates"
    EMPLOYEES_CREATE = "employees.create"
    EMPLOYEES_DELETE = "employees.delete"
    EMPLOYEES_EDIT = "employees.edit"
    EMPLOYEES_EDIT_CONTACT = "employees.edit_contact"
    EMPLOYEES_EDIT_COST_RATES = "employees.edit_cost_rates"
    EMPLOYEES_HR_FILES = "employees.hr_files"
    EMPLOYEES_VIEW = "employees.view"
    ENUM_OPTIONS_EDIT = "enum_options.edit"
    ENUM_OPTIONS_EDIT_CHURN_REASONS = "enum_options.edit_churn_reasons"
    ENUM_OPTIONS_VIEW = "enum_options.view"
    GOALS_CHECK_IN = "goals.check_in"
    GOALS_EDIT = "goals.edit"
    GOALS_VIEW = "goals.view"
    HUBSPOT_VIEW = "hubspot.view"
    INVOICES_EDIT_LINKS = "invoices.edit_links"
    INVOICES_FOLLOW_UP = "invoices.follow_up"
    INVOICES_VIEW = "invoices.view"
    MATCHING_EDIT = "matching.edit"
    MATCHING_VIEW = "matching.view"
    MONTHS_CLOSE = "months.close"
    MONTHS_VIEW = "months.view"
    OOS_SALES_VIEW = "oos_sales.view"
    OPERATIONS_MANAGE = "operations.manage"
    OPERATIONS_VIEW = "operations.view"
    PAYMENTS_EDIT = "payments.edit"
    PAYMENTS_EDIT_TO_READY = "payments.edit_to_ready"
    PAYMENTS_VIEW = "payments.view"
    PAYMENTS_WRITE_OFF = "payments.write_off"
    PERSONAL_DATA_MANAGE = "personal_data.manage"
    PROJECTS_ARCHIVE = "projects.archive"
    PROJECTS_CREATE = "projects.create"
    PROJECTS_DELETE = "projects.delete"
    PROJECTS_EDIT = "projects.edit"
    PROJECTS_EDIT_BILLING = "projects.edit_billing"
    PROJECTS_MONEY = "projects.money"
    PROJECTS_MRR = "projects.mrr"
    PROJECTS_VIEW = "projects.view"
    QUICKBOOKS_VIEW = "quickbooks.view"
    RETAINERS_ADJUST = "retainers.adjust"
    RETAINERS_LOCK = "retainers.lock"
    RETAINERS_UNLOCK = "retainers.unlock"
    RETAINERS_VIEW = "retainers.view"
    SAVED_VIEWS_SHARE = "saved_views.share"
    SETTINGS_EDIT = "settings.edit"
    SETTINGS_EDIT_RATES = "settings.edit_rates"
    SETTINGS_VIEW = "settings.view"
    STATISTICS_CHURN = "statistics.churn"
    STATISTICS_GOALS = "statistics.goals"
    STATISTICS_HOURS = "statistics.hours"
    STATISTICS_MRR = "statistics.mrr"
    STATISTICS_OOS = "statistics.oos"
    STATISTICS_RECEIVABLES = "statistics.receivables"
    STATISTICS_REVENUE = "statistics.revenue"
    STATISTICS_VALUES = "statistics.values"
    SYNCHRONIZATIONS_VIEW = "synchronizations.view"
    TEAMS_EDIT = "teams.edit"
    TEAMS_VIEW = "teams.view"
    TEAMWORK_VIEW = "teamwork.view"
    USERS_CREATE = "users.create"
    USERS_DELETE = "users.delete"
    USERS_EDIT = "users.edit"
    USERS_IMPERSONATE = "users.impersonate"
    USERS_VIEW = "users.view"


P = Permission
ALL, TEAM, OWN = Scope.ALL, Scope.TEAM, Scope.OWN
_EVERYTHING = dict.fromkeys(Permission, ALL)
_SUPER_ADMIN_ONLY = frozenset({P.ACTIVITY_EXPORT, P.BACKUPS_CONFIRM_LIVE, P.CONNECTIONS_EDIT_SECRETS})
# Granted to every role.
_STAFF = {
    P.AWARDS_GIVE: ALL,
    P.CORE_VALUES_VIEW: ALL,
    P.DASHBOARD_VIEW: ALL,
    P.DIRECTORY_VIEW: ALL,
    P.EMPLOYEES_EDIT_CONTACT: OWN,
    P.ENUM_OPTIONS_VIEW: ALL,
    P.GOALS_CHECK_IN: OWN,
    P.GOALS_VIEW: OWN,
    P.SYNCHRONIZATIONS_VIEW: ALL,
}

GRANTS: dict[str, dict[Permission, Scope]] = {
    Role.SUPER_ADMIN: _EVERYTHING,
    Role.ADMIN: {name: scope for name, scope in _EVERYTHING.items() if name not in _SUPER_ADMIN_ONLY},
    Role.FINANCIAL_MANAGER: _STAFF
    | {
        P.ACTIVITY_VIEW_MONEY: ALL,
        P.CHURNS_VIEW: ALL,
        P.CLIENTS_EDIT_BILLING: ALL,
        P.CLIENTS_MONEY: ALL,
        P.CLIENTS_VIEW: ALL,
        P.CONNECTIONS_RUN_QUICKBOOKS: ALL,
        P.CONNECTIONS_VIEW: ALL,
        P.DEALS_VIEW: ALL,
        P.EMPLOYEES_COST_RATES: ALL,
        P.EMPLOYEES_HR_FILES: ALL,
        P.EMPLOYEES_VIEW: ALL,
        P.HUBSPOT_VIEW: ALL,
        P.INVOICES_EDIT_LINKS: ALL,
        P.INVOICES_FOLLOW_UP: ALL,
        P.INVOICES_VIEW: ALL,
        P.MONTHS_CLOSE: ALL,
        P.MONTHS_VIEW: ALL,
        P.OOS_SALES_VIEW: ALL,
        P.PAYMENTS_EDIT: ALL,
        P.PAYMENTS_VIEW: ALL,
        P.PAYMENTS_WRITE_OFF: ALL,
        P.PROJECTS_EDIT_BILLING: ALL,
        P.PROJECTS_MONEY: ALL,
        P.PROJECTS_MRR: ALL,
        P.PROJECTS_VIEW: ALL,
        P.QUICKBOOKS_VIEW: ALL,
        P.RETAINERS_ADJUST: ALL,
        P.RETAINERS_LOCK: ALL,
        P.RETAINERS_VIEW: ALL,
        P.SAVED_VIEWS_SHARE: OWN,
        P.SETTINGS_EDIT_RATES: ALL,
        P.SETTINGS_VIEW: ALL,
        P.STATISTICS_CHURN: ALL,
        P.STATISTICS_GOALS: ALL,
        P.STATISTICS_HOURS: ALL,
        P.STATISTICS_MRR: ALL,
        P.STATISTICS_OOS: ALL,
        P.STATISTICS_RECEIVABLES: ALL,
        P.STATISTICS_REVENUE: ALL,
        P.STATISTICS_VALUES: ALL,
        P.TEAMS_VIEW: ALL,
        P.TEAMWORK_VIEW: ALL,
    },
    Role.ACCOUNT_MANAGER: _STAFF
    | {
        P.ACTIVITY_VIEW: OWN,
        P.CHURNS_RECORD: OWN,
        P.CHURNS_VIEW: OWN,
        P.CLIENTS_CREATE: ALL,
        P.CLIENTS_EDIT: OWN,
        P.CLIENTS_MONEY: OWN,
        P.CLIENTS_VIEW: ALL,
        P.CONNECTIONS_VIEW: ALL,
        P.DEALS_VIEW: OWN,
        P.EMPLOYEES_VIEW: ALL,
        # For representatives of a team; `_STAFF` grants their own goals.
        P.GOALS_VIEW: TEAM,
        P.INVOICES_FOLLOW_UP: OWN,
        P.INVOICES_VIEW: OWN,
        P.OOS_SALES_VIEW: OWN,
        P.PAYMENTS_EDIT_TO_READY: OWN,
        P.PAYMENTS_VIEW: OWN,
        P.PROJECTS_ARCHIVE: OWN,
        P.PROJECTS_CREATE: ALL,
        P.PROJECTS_EDIT: OWN,
        P.PROJECTS_MONEY: OWN,
        P.PROJECTS_MRR: OWN,
        P.PROJECTS_VIEW: ALL,
        P.RETAINERS_ADJUST: OWN,
        P.RETAINERS_VIEW: OWN,
        P.SAVED_VIEWS_SHARE: OWN,
        P.STATISTICS_MRR: OWN,
        P.STATISTICS_RECEIVABLES: OWN,
        P.TEAMS_VIEW: ALL,
        P.TEAMWORK_VIEW: ALL,
    },
    Role.CHURN_MANAGER: _STAFF
    | {
        P.ACTIVITY_VIEW_CHURN: ALL,
        P.CHURNS_CONFIRM: ALL,
        P.CHURNS_RECORD: ALL,
        P.CHURNS_VIEW: ALL,
        P.CLIENTS_VIEW: ALL,
        P.CONNECTIONS_VIEW: ALL,
        P.EMPLOYEES_VIEW: ALL,
        P.ENUM_OPTIONS_EDIT_CHURN_REASONS: ALL,
        # Clients that lost a retainer, in addition to those that they manage.
        P.INVOICES_VIEW: OWN,
        P.OOS_SALES_VIEW: ALL,
        # Amounts of retainers only.
        P.PROJECTS_MRR: ALL,
        P.PROJECTS_VIEW: ALL,
        P.SAVED_VIEWS_SHARE: OWN,
        P.STATISTICS_CHURN: ALL,
        P.STATISTICS_MRR: ALL,
        P.TEAMS_VIEW: ALL,
    },
    Role.EMPLOYEE: _STAFF
    | {
        P.CHURNS_VIEW: OWN,
        P.CLIENTS_VIEW: OWN,
        P.EMPLOYEES_HR_FILES: OWN,
        P.EMPLOYEES_VIEW: OWN,
        P.OOS_SALES_VIEW: OWN,
        P.PROJECTS_VIEW: OWN,
        P.RETAINERS_VIEW: OWN,
    },
}


# The groups of figures that an employee's record can grant; only roles grant `receivables`.
METRICS: dict[str, Permission] = {
    "revenue": P.STATISTICS_REVENUE,
    "retainers": P.STATISTICS_MRR,
    "churn": P.STATISTICS_CHURN,
    "oos": P.STATISTICS_OOS,
    "hours": P.STATISTICS_HOURS,
    "goals": P.STATISTICS_GOALS,
    "values": P.STATISTICS_VALUES,
}
METRIC_SCOPES: dict[str, Scope] = {"own": OWN, "team": TEAM, "organization": ALL}


def metric_grants(groups: Iterable[str], scopes: Iterable[str]) -> dict[Permission, Scope]:
    """Return the grants of an employee's record: each of its groups in the widest of its scopes."""
    widest = max((METRIC_SCOPES[scope] for scope in scopes), default=None)
    return {} if widest is None else {METRICS[group]: widest for group in groups}


def merge_grants(
    roles: Iterable[str], groups: Iterable[str] = (), scopes: Iterable[str] = ()
) -> dict[Permission, Scope]:
    """Return the grants of these roles and of the employee's record; unknown roles grant nothing.

    The widest scope wins. Without a known role, the employee's record grants nothing either.
    """
    granted_by_roles = [GRANTS[role] for role in roles if role in GRANTS]
    held: dict[Permission, Scope] = {}
    for grants in (*granted_by_roles, metric_grants(groups, scopes)) if granted_by_roles else ():
        for permission, scope in grants.items():
            held[permission] = max(scope, held.get(permission, scope))
    return held
