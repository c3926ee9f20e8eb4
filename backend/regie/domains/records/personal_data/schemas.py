"""Declares which columns of all tables hold personal data.

Export, erasure, synchronization and the table of docs/privacy.md follow from this declaration. A test fails for a text
column or a reference to a person that is not declared here.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum, auto
from typing import Any

from regie.core.text.erased import ERASED_NAME
from regie.domains.records.personal_data.models import erased_email
from regie.domains.records.personal_data.texts import FREE_TEXTS as FREE_TEXTS
from regie.domains.records.personal_data.texts import GENERATED_TEXTS as GENERATED_TEXTS
from regie.domains.records.personal_data.texts import LINKS as LINKS
from regie.domains.records.personal_data.texts import NOT_PERSONAL as NOT_PERSONAL


class Erased(Enum):
    """What an erasure writes into a column."""

    LABEL = auto()
    FIRST_NAME = auto()
    LAST_NAME = auto()
    EMAIL = auto()
    NULL = auto()
    BLANK = auto()
    FALSE = auto()
    EMPTY_LIST = auto()
    EMPTY_RAW = auto()


def erased_label(number: int) -> str:
    """Return the name of an erased person; responses, files and mails in French translate it."""
    return f"{ERASED_NAME} {number}"


def erased_value(erased: Erased, number: int) -> Any:
    return {
        Erased.LABEL: erased_label(number),
        Erased.FIRST_NAME: ERASED_NAME,
        Erased.LAST_NAME: str(number),
        Erased.EMAIL: erased_email(number),
        Erased.NULL: None,
        Erased.BLANK: "",
        Erased.FALSE: False,
        Erased.EMPTY_LIST: [],
        Erased.EMPTY_RAW: "{}",
    }[erased]


@dataclass(frozen=True, slots=True)
class PersonalData:
    """The rows of a table that concern a person: each column of `person` contains an id of this kind.

    A kind is "user", "employee", "email" …, or the name of a table that is declared above: the ids of its rows.
    An erasure deletes the rows, or replaces `fields`; other columns stay. `secret` columns are not exported.
    """

    table: str
    person: Mapping[str, str]
    purpose: str
    stored: str
    readers: str
    fields: Mapping[str, Erased] = field(default_factory=dict)
    is_deleted: bool = False
    secret: frozenset[str] = frozenset()


_LABEL, _NULL, _BLANK, _LIST, _RAW = Erased.LABEL, Erased.NULL, Erased.BLANK, Erased.EMPTY_LIST, Erased.EMPTY_RAW
_ACCOUNT = "while the account exists"
_SIGN_IN = "authentication"
_NO_READER = "no screen"
_ADMINS = "administrators"
_SELF = "the user"
_FINANCE = "administrators and financial managers"
_BILLING = "readers of the client's billing"


def _of_user(
    table: str, purpose: str, stored: str, readers: str, secret: str = "", column: str = "user_id"
) -> PersonalData:
    """Rows of a user that an erasure deletes."""
    secrets = frozenset(secret.split())
    return PersonalData(table, {column: "user"}, purpose, stored, readers, is_deleted=True, secret=secrets)


_NAMES = {"name": _LABEL, "first_name": Erased.FIRST_NAME, "last_name": Erased.LAST_NAME}
_HUBSPOT_CONTACT = {"name": _LABEL, "title": _NULL, "email": _NULL, "phone": _NULL, "raw": _RAW}
_CONTACT = {"contact_name": _NULL, "contact_title": _NULL, "contact_email": _NULL, "contact_phone": _NULL}
PERSONAL_DATA: tuple[PersonalData, ...] = (
    PersonalData(
        "users",
        {"id": "user"},
        "account, display and language",
        "until erased",
        "administrators; names: all users",
        _NAMES
        | {
            "email": Erased.EMAIL, "password_hash": _NULL, "password_length": _NULL, "previous_roles": _LIST,
            "two_factor": Erased.FALSE, "last_seen_at": _NULL, "invited_at": _NULL,
        },
        secret=frozenset({"password_hash", "password_length", "session_epoch"}),
    ),
    _of_user("google_identities", "sign-in with Google", _ACCOUNT, _ADMINS),
    _of_user("totp_devices", _SIGN_IN, _ACCOUNT, _NO_READER, "sealed_secret last_step"),
    _of_user("recovery_codes", _SIGN_IN, _ACCOUNT, _NO_READER, "code_hash"),
    _of_user("passkeys", _SIGN_IN, _ACCOUNT, _SELF, "credential_id public_key sign_count"),
    _of_user("avatars", "picture", _ACCOUNT, "all users"),
    _of_user("sessions", _SIGN_IN, "14 days, or 8 hours without use", _SELF, "token_hash"),
    _of_user("sessions", "signing in as another user", "1 hour", _SELF, "token_hash", "impersonator_id"),
    _of_user("pending_sign_ins", _SIGN_IN, "minutes", _NO_READER, "browser_hash challenge"),
    _of_user("email_tokens", "invitations, codes and password links", "7 days at most", _NO_READER,
             "secret_hash browser_hash"),
    _of_user("idempotency_keys", "one execution of repeated requests", "1 day", _NO_READER, "key request_hash body"),
    _of_user("exports", "exported files", "the settings' days", _SELF, "permissions_hash storage_key"),
    _of_user("imports", "imported files", "the settings' days", _SELF, "storage_key sha256 plan_digest"),
    PersonalData("import_rows", {"import_id": "imports"}, "rows of imported files", "the settings' days",
                 "the sender of the file", is_deleted=True),
    PersonalData("saved_views", {"user_id": "user", "is_shared": "not"}, "own views of lists", "until deleted", _SELF,
                 is_deleted=True),
    _of_user("triage_snoozes", "snoozed matters", "until changed", _SELF),
    _of_user("saved_view_defaults", "views of lists", "until changed", _SELF),
    _of_user("notifications", "notifications", "the settings' days", _SELF),
    _of_user("notification_settings", "notifications", _ACCOUNT, _SELF),
    _of_user("bug_reports", "problem reports", "180 days", _ADMINS, "storage_key"),
    PersonalData("mails", {"to_address": "email"}, "delivery of mail", "until sent; abandoned: the settings' days",
                 _ADMINS, is_deleted=True, secret=frozenset({"content"})),
    PersonalData(
        "employees",
        {"id": "employee"},
        "employment, capacity and figures",
        "until erased",
        "names: all users; the rest: managers and administrators",
        _NAMES
        | {
            "email": Erased.EMAIL, "phone": _NULL, "job_title": _NULL, "language": _NULL, "timezone": _NULL,
            "metric_scopes": _LIST, "metric_permissions": _LIST,
        },
    ),
    PersonalData("employee_leaves", {"employee_id": "employee"}, "capacity", "with the employee",
                 "managers and administrators"),
    PersonalData("employee_cost_rates", {"employee_id": "employee"}, "cost of hours", "with the employee", _FINANCE,
                 {"reason": _NULL}),
    PersonalData("terms", {"record": "of_employee", "record_id": "employee"}, "capacity, target and teams by day",
                 "with the employee", "managers and administrators", {"reason": _NULL}),
    PersonalData("terms", {"name": "names_user", "reference_id": "user"}, "who managed the account by day",
                 "with the record", "readers of the client or project"),
    PersonalData("terms", {"name": "names_employee", "reference_id": "employee"}, "who managed the project by day",
                 "with the record", "readers of the project"),
    PersonalData("team_members", {"user_id": "user"}, "membership in teams", _ACCOUNT, "all users"),
    PersonalData("employee_goals", {"employee_id": "employee"}, "goals", "until erased", "by the goal's visibility",
                 {"title": _LABEL, "description": _BLANK, "closing_note": _NULL}),
    PersonalData("goal_check_ins", {"goal_id": "employee_goals"}, "progress of goals", "with the goal",
                 "readers of the goal", {"note": _BLANK}),
    PersonalData("awards", {"receiver_id": "employee"}, "recognition received", "until revoked",
                 "by the recognition's visibility", {"name": _LABEL, "message": _BLANK}),
    PersonalData("awards", {"giver_id": "user"}, "recognition given", "until revoked",
                 "by the recognition's visibility"),
    PersonalData("attachments", {"employee_id": "employee"}, "HR files", "until deleted",
                 _FINANCE, is_deleted=True, secret=frozenset({"storage_key"})),
    PersonalData("replaced_files", {"attachment_id": "attachments"}, "earlier HR files", "with the file",
                 _FINANCE, is_deleted=True, secret=frozenset({"storage_key"})),
    PersonalData("clients", {"id": "client"}, "the client's contact", "until changed", "readers of the client",
                 _CONTACT),
    PersonalData("clients", {"contact_email": "email"}, "the client's contact", "until changed",
                 "readers of the client", _CONTACT),
    PersonalData("client_contacts", {"id": "client_contact"}, "the client's other contacts", "until changed",
                 "readers of the client", is_deleted=True),
    PersonalData("client_contacts", {"email": "email"}, "the client's other contacts", "until changed",
                 "readers of the client", is_deleted=True),
    PersonalData("clients", {"billing_email": "email"}, "billing", "until changed", _BILLING, {"billing_email": _NULL}),
    PersonalData("client_reminders", {"to_address": "email"}, "mail", "until erased", _BILLING, {"to_address": _BLANK}),
    PersonalData("oos_approvals", {"contact_name": "name", "project_id": "project"}, "the client's approval",
                 "with the project", "readers of the project", {"contact_name": _LABEL, "client_address": _NULL}),
    PersonalData("teamwork_people", {"external_id": "teamwork"}, "copy of Teamwork's user", "until erased", _FINANCE,
                 _NAMES | {"first_name": _NULL, "last_name": _NULL, "email": _NULL, "job_title": _NULL, "raw": _RAW}),
    PersonalData("teamwork_companies", {"email": "email"}, "copy of Teamwork's company", "until erased",
                 _FINANCE, {"email": _NULL, "phone": _NULL, "raw": _RAW}),
    PersonalData("time_entries", {"teamwork_user_id": "teamwork"}, "hours", "until erased", "as sums only",
                 {"description": _NULL, "raw": _RAW}),
    PersonalData("hubspot_owners", {"external_id": "hubspot"}, "copy of HubSpot's owner", "until erased",
                 _FINANCE, {"name": _LABEL, "email": _NULL, "raw": _RAW}),
    PersonalData("hubspot_contacts", {"id": "hubspot_contact"}, "copy of HubSpot's contact",
                 "90 days after HubSpot's deletion", "readers of the client", _HUBSPOT_CONTACT),
    PersonalData("hubspot_contacts", {"email": "email"}, "copy of HubSpot's contact",
                 "90 days after HubSpot's deletion", "readers of the client", _HUBSPOT_CONTACT),
    PersonalData("quickbooks_customers", {"email": "email"}, "copy of QuickBooks' customer", "until erased",
                 _FINANCE, {"email": _NULL, "phone": _NULL, "raw": _RAW}),
    PersonalData("match_decisions", {"service": "teamwork_service", "external_id": "teamwork"}, "matching of records",
                 "until undone", _ADMINS, {"name": _LABEL}),
    PersonalData("match_decisions", {"other_service": "teamwork_service", "other_id": "teamwork"},
                 "matching of records", "until undone", _ADMINS, {"other_name": _LABEL}),
    PersonalData("match_decisions", {"service": "hubspot_service", "external_id": "hubspot"}, "matching of records",
                 "until undone", _ADMINS, {"name": _LABEL}),
    PersonalData("match_decisions", {"other_service": "hubspot_service", "other_id": "hubspot"},
                 "matching of records", "until undone", _ADMINS, {"other_name": _LABEL}),
    PersonalData("activity", {"actor_api_id": "user_api_id"}, "who did what", "the settings' months, or for ever",
                 "administrators; topics: their readers"),
    PersonalData("activity", {"real_actor_api_id": "user_api_id"}, "who did what as another user",
                 "the settings' months, or for ever", "administrators; topics: their readers"),
    PersonalData("activity", {"subject_api_id": "record_api_id"}, "changes of the person's records",
                 "the settings' months, or for ever", "administrators; topics: their readers"),
    PersonalData("erasures", {"user_api_id": "user_api_id"}, "repeating an erasure after a restore", "for ever",
                 _NO_READER, secret=frozenset({"address_hashes"})),
)  # fmt: skip


def synchronized_fields(table: str) -> dict[str, Erased]:
    """Return the personal columns that synchronization would fill again."""
    found: dict[str, Erased] = {}
    for one in PERSONAL_DATA:
        if one.table == table:
            found |= one.fields
    return found


def describe_personal_data() -> str:
    """Return the tables of docs/privacy.md in Markdown."""
    lines = ["| Table | Fields | Purpose | Stored | Visible to | Erasure |", "|---|---|---|---|---|---|"]
    for one in PERSONAL_DATA:
        fields = ", ".join(f"`{name}`" for name in one.fields) or "all"
        keys = ", ".join(f"`{name}`" for name in one.person)
        erasure = "deleted" if one.is_deleted else "replaced or emptied" if one.fields else "stays; names are replaced"
        lines.append(
            f"| `{one.table}` by {keys} | {fields} | {one.purpose} | {one.stored} | {one.readers} | {erasure} |"
        )
    lines += ["", "References that stay, under the neutral name:", ""]
    lines += [f"- `{table}`: {role}" for table, role in LINKS.items()]
    lines += ["", "Texts in which names are replaced:", ""]
    lines += [f"- `{table}`: {names.replace(' ', ', ')}" for table, names in GENERATED_TEXTS.items()]
    lines += ["", "Texts that are only listed when they mention the person:", ""]
    lines += [f"- `{table}`: {names.replace(' ', ', ')}" for table, names in FREE_TEXTS.items()]
    return "\n".join(lines)
