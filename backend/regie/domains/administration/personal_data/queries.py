"""Finds a person by their records, and reads every row that concerns them."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal

from sqlalchemy import ColumnElement, Connection, Table, and_, false, or_, select

from regie.core.api.errors import NotFound
from regie.core.audit.activity import ActivityEntry
from regie.core.db.ids import is_api_id
from regie.core.db.model import Model
from regie.core.db.schema import METADATA
from regie.domains.records.clients.models import Client, ClientContact
from regie.domains.records.employees.models import Employee
from regie.domains.records.mirrors.models import HubspotContact, HubspotOwner, TeamworkPerson
from regie.domains.records.personal_data.models import is_erased_email
from regie.domains.records.personal_data.schemas import LINKS, PERSONAL_DATA, PersonalData
from regie.domains.records.projects.models import Project
from regie.domains.records.users.models import User
from regie.domains.work.clients.queries import LINKED_CONTACTS

PersonKind = Literal["user", "employee", "contact"]
Values = Mapping[str, Any]
_CONSTANTS = {
    "not": (False,), "teamwork_service": ("teamwork",), "hubspot_service": ("hubspot",), "of_employee": ("employee",),
    "names_user": ("account_manager",), "names_employee": ("project_manager",),
}  # fmt: skip
# Records of a company, of which only a few fields concern the person.
_OF_COMPANIES = ("clients", "oos_approvals")
# A shorter text is not distinctive.
_MIN_NEEDLE_LENGTH = 5
# The columns that identify a record in which the person is only named.
_IDENTIFYING = ("api_id", "number", "name", "title", "label", "description", "starts_on", "created_at")


@dataclass(frozen=True, slots=False)
class Person:
    """A person: an account, the employee who has it, or a contact of `client`; `ids` are the ids by their kind.

    `contact` and `hubspot_contact` are null for the client's primary contact.
    """

    kind: PersonKind
    api_id: str
    name: str
    names: frozenset[str]
    emails: frozenset[str]
    phones: frozenset[str]
    user: Any = None
    employee: Any = None
    client: Any = None
    contact: Any = None
    hubspot_contact: Any = None
    ids: dict[str, tuple[Any, ...]] = field(default_factory=dict)

    @property
    def identifiers(self) -> frozenset[str]:
        """What recognizes the person after a restore: the addresses, or the names of a contact without one."""
        return self.emails or self.names

    @property
    def needles(self) -> list[str]:
        """The texts that identify the person, longest first."""
        texts = {text.strip() for text in (*self.names, *self.emails, *self.phones)}
        return sorted((text for text in texts if len(text) >= _MIN_NEEDLE_LENGTH), key=lambda text: (-len(text), text))

    @cached_property
    def pattern(self) -> re.Pattern[str] | None:
        """Matches each needle as whole words."""
        found = "|".join(re.escape(text) for text in self.needles)
        return re.compile(rf"(?<!\w)(?:{found})(?!\w)", re.IGNORECASE) if found else None

    def is_mentioned(self, text: str) -> bool:
        return self.pattern is not None and self.pattern.search(text) is not None

    def replace(self, text: str, label: str) -> str:
        return text if self.pattern is None else self.pattern.sub(label, text)


def find_person(db: Connection, kind: PersonKind, api_id: str) -> Person:
    """Return the person; an account and its employee are the same one. Raise NotFound for an erased contact too."""
    if not is_api_id(api_id):
        raise NotFound
    return _find_contact(db, api_id) if kind == "contact" else _find_colleague(db, kind, api_id)


def _find_colleague(db: Connection, kind: PersonKind, api_id: str) -> Person:
    model = User if kind == "user" else Employee
    found = db.execute(select(model.__table__).where(model.api_id == api_id)).first()
    if found is None:
        raise NotFound
    account = Employee.user_id == found.id if kind == "user" else User.id == found.user_id
    other_model = Employee if kind == "user" else User
    other = db.execute(select(other_model.__table__).where(account)).first()
    user, employee = (found, other) if kind == "user" else (other, found)
    rows = [row for row in (user, employee) if row is not None]
    names, emails, phones = _former_values(db, [row.api_id for row in rows])
    emails |= {row.email for row in rows}
    names |= {row.name for row in rows}
    phones |= {employee.phone} if employee is not None and employee.phone else set()
    person = Person(
        kind, api_id, found.name, frozenset(names), frozenset(emails), frozenset(phones), user=user, employee=employee
    )
    _fill_ids(db, person)
    return person


def _former_values(db: Connection, api_ids: list[str]) -> tuple[set[str], set[str], set[str]]:
    """Return the names, addresses and phone numbers that the log has of these records."""
    own = (ActivityEntry.subject_api_id.in_(api_ids), ActivityEntry.subject_type.in_(("user", "employee")))
    names: set[str] = set()
    values: dict[str, set[str]] = {"email": set(), "phone": set()}
    for subject_name, changes in db.execute(select(ActivityEntry.subject_name, ActivityEntry.changes).where(*own)):
        names.add(subject_name)
        for name, found in values.items():
            found.update(value for value in changes.get(name, ()) if isinstance(value, str))
    return names, values["email"], values["phone"]


def _find_contact(db: Connection, api_id: str) -> Person:
    """Find the primary contact by the id of its client, any other by its own."""
    client = db.execute(select(Client.__table__).where(Client.api_id == api_id)).first()
    if client is None:
        return _find_other_contact(db, api_id) or _find_hubspot_contact(db, api_id)
    if not (client.contact_name or client.contact_email):
        raise NotFound
    person = Person(
        "contact",
        api_id,
        client.contact_name or client.contact_email,
        frozenset({client.contact_name} if client.contact_name else ()),
        frozenset({client.contact_email} if client.contact_email else ()),
        frozenset({client.contact_phone} if client.contact_phone else ()),
        client=client,
    )
    _fill_ids(db, person)
    return person


def _find_other_contact(db: Connection, api_id: str) -> Person | None:
    contact = db.execute(select(ClientContact.__table__).where(ClientContact.api_id == api_id)).first()
    if contact is None:
        return None
    client = db.execute(select(Client.__table__).where(Client.id == contact.client_id)).one()
    return _make_contact(db, contact, client=client, contact=contact)


def _find_hubspot_contact(db: Connection, api_id: str) -> Person:
    """Find a contact of HubSpot by its own id, with one of its clients; raise NotFound without a client."""
    linked = select(Client.api_id, LINKED_CONTACTS.c.api_id.label("contact")).join(
        LINKED_CONTACTS, LINKED_CONTACTS.c.client_id == Client.id
    )
    found = db.execute(linked.where(LINKED_CONTACTS.c.api_id == api_id).order_by(Client.id)).first()
    if found is None:
        raise NotFound
    contact = db.execute(select(HubspotContact.__table__).where(HubspotContact.api_id == api_id)).one()
    client = db.execute(select(Client.__table__).where(Client.api_id == found.api_id)).one()
    return _make_contact(db, contact, client=client, hubspot_contact=contact)


def _make_contact(db: Connection, row: Any, **records: Any) -> Person:
    person = Person(
        "contact",
        row.api_id,
        row.name,
        frozenset({row.name}),
        frozenset({row.email} if row.email else ()),
        frozenset({row.phone} if row.phone else ()),
        **records,
    )
    _fill_ids(db, person)
    return person


def list_contacts(db: Connection, client: str) -> list[str]:
    """Return the ids by which the contacts of a client are found, that of the primary one first."""
    key = select(Client.id).where(Client.api_id == client).scalar_subquery()
    others = select(ClientContact.api_id).where(ClientContact.client_id == key).order_by(ClientContact.id)
    linked = select(LINKED_CONTACTS.c.api_id).where(LINKED_CONTACTS.c.client_id == key)
    return [client, *db.execute(others).scalars(), *db.execute(linked.order_by(LINKED_CONTACTS.c.api_id)).scalars()]


def _fill_ids(db: Connection, person: Person) -> None:
    """Find the ids that other tables have of the person."""
    ids, emails = person.ids, sorted(person.emails | {email.lower() for email in person.emails})
    rows = [row for row in (person.user, person.employee) if row is not None]
    ids |= _CONSTANTS
    ids["email"], ids["name"] = tuple(emails), tuple(sorted(person.names))
    ids["user"] = (person.user.id,) if person.user is not None else ()
    ids["employee"] = (person.employee.id,) if person.employee is not None else ()
    clients = () if person.client is None else (person.client.id,)
    ids["client"] = clients if person.contact is None and person.hubspot_contact is None else ()
    ids["client_contact"] = () if person.contact is None else (person.contact.id,)
    ids["hubspot_contact"] = () if person.hubspot_contact is None else (person.hubspot_contact.id,)
    ids["user_api_id"] = (person.user.api_id,) if person.user is not None else ()
    projects = select(Project.id).where(Project.client_id.in_(clients))
    ids["project"] = tuple(db.execute(projects).scalars()) if clients else ()
    linked = person.employee.teamwork_user_id if person.employee is not None else None
    by_email = select(TeamworkPerson.external_id).where(TeamworkPerson.email.in_(emails))
    ids["teamwork"] = tuple({*db.execute(by_email).scalars(), *([linked] if linked else [])})
    owners = select(HubspotOwner.external_id).where(HubspotOwner.email.in_(emails))
    ids["hubspot"] = tuple(db.execute(owners).scalars())
    api_ids = {row.api_id for row in rows}
    for declared in PERSONAL_DATA:
        if declared.table == "activity":
            continue
        table = METADATA.tables[declared.table]
        found = db.execute(select(*table.primary_key, *_api_id(table)).where(concerns(declared, person))).all()
        ids[declared.table] = (*ids.get(declared.table, ()), *(row[0] for row in found))
        if _is_audited(table) and declared.table not in _OF_COMPANIES and (declared.fields or declared.is_deleted):
            api_ids.update(row.api_id for row in found)
    ids["record_api_id"] = tuple(sorted(api_ids))


def _api_id(table: Table) -> list[Any]:
    return [table.c.api_id] if "api_id" in table.c else []


def audited_models() -> dict[str, Any]:
    """Return the models that the activity log covers, by table."""
    mappers = Model.registry.mappers
    return {str(one.local_table.name): one.class_ for one in mappers if hasattr(one.class_, "audit")}  # type: ignore[attr-defined]


def _is_audited(table: Table) -> bool:
    return table.name in audited_models()


def concerns(declared: PersonalData, person: Person) -> ColumnElement[bool]:
    """Select the rows of the table that concern the person."""
    columns = METADATA.tables[declared.table].c
    return and_(*(columns[name].in_(person.ids.get(kind, ())) for name, kind in declared.person.items()))


def read_personal_data(db: Connection, person: Person) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the person's rows by table, without secrets; then the records that refer to the person."""
    entries: dict[str, list[PersonalData]] = {}
    for declared in PERSONAL_DATA:
        entries.setdefault(declared.table, []).append(declared)
    for name, parts in entries.items():
        table = METADATA.tables[name]
        secret = frozenset().union(*(part.secret for part in parts))
        columns = [column for column in table.c if column.name not in secret | {"search_key", "name_key"}]
        condition = or_(*(concerns(part, person) for part in parts))
        yield name, _read(db, columns, condition, table)
    for name in LINKS:
        table, own = METADATA.tables[name], [concerns(part, person) for part in entries.get(name, ())]
        columns = [column for column in table.c if column.name in _IDENTIFYING or refers_to_person(column)]
        linked = or_(false(), *(_is_person(column, person) for column in table.c if refers_to_person(column)))
        yield f"{name}_links", _read(db, columns, and_(linked, *(~condition for condition in own)), table)


def refers_to_person(column: Any) -> bool:
    return any(key.column.table.name in ("users", "employees") for key in column.foreign_keys)


def _is_person(column: Any, person: Person) -> ColumnElement[bool]:
    (target,) = {key.column.table.name for key in column.foreign_keys}
    return column.in_(person.ids["user" if target == "users" else "employee"])


def _read(db: Connection, columns: Sequence[Any], condition: ColumnElement[bool], table: Table) -> list[dict[str, Any]]:
    rows = db.execute(select(*columns).where(condition).order_by(*table.primary_key))
    return [dict(row) for row in rows.mappings()]


def is_erased(person: Person) -> bool:
    return any(is_erased_email(email) for email in person.emails)
