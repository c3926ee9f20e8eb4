"""Generates Teamwork's records: people, companies, categories, projects and time entries."""

from dataclasses import dataclass
from random import Random

from regie.sandbox.agency.calendar import DAY_MS, first_of_month, instant, is_workday, months_later
from regie.sandbox.agency.clients import Client
from regie.sandbox.agency.engagements import Engagement
from regie.sandbox.agency.habits import Habits
from regie.sandbox.agency.names import TIME_NOTES
from regie.sandbox.agency.roster import Member
from regie.sandbox.agency.rows import Person, Project, TeamworkCompany, TimeEntry
from regie.sandbox.agency.scale import Scale

OWNER_COMPANY = 70_011
_FIRST_PERSON, _FIRST_COMPANY, _FIRST_PROJECT, _FIRST_ENTRY = 204_400, 88_100, 481_000, 6_000_001
_CATEGORY_OF = {
    ("retainer", "fr"): 310,
    ("retainer", "en"): 311,
    ("fixed", "fr"): 312,
    ("fixed", "en"): 313,
    ("extra", "fr"): 314,
    ("extra", "en"): 315,
}


def person_id(member: Member) -> int:
    return _FIRST_PERSON + member.position


def company_id(client: Client) -> int:
    return _FIRST_COMPANY + client.position * 3


@dataclass(slots=True)
class Work:
    people: list[Person]
    companies: list[TeamworkCompany]
    projects: list[Project]
    entries: list[TimeEntry]
    engagements: list[tuple[int, Engagement]]


def build_work(
    clients: list[Client],
    roster: list[Member],
    engagements: list[Engagement],
    scale: Scale,
    seed: int,
    now: int,
    today: int,
) -> Work:
    projects, project_engagements = _make_projects(engagements, roster, scale.habits, now)
    entries = _make_entries(project_engagements, roster, scale, seed, today, now)
    return Work(
        _make_people(roster), _make_companies(clients, engagements, roster), projects, entries, project_engagements
    )


def _make_people(roster: list[Member]) -> list[Person]:
    created = instant(738_200)
    people: list[Person] = []
    for member in roster:
        hired = created + member.position % 60 * 9 * DAY_MS
        is_staff = member.role != "client"
        people.append(
            Person(
                id=person_id(member),
                first_name=member.first_name,
                last_name=member.last_name,
                email=member.email,
                title=member.title or (None if member.kind == "account" else ""),
                kind=member.kind,
                created=hired,
                updated=hired + (400 + member.position % 50) * DAY_MS,
                company_id=OWNER_COMPANY if is_staff else _FIRST_COMPANY,
                rate=9_500 + member.position % 9 * 1_000,
                cost=4_200 + member.position % 9 * 450,
                timezone="America/Vancouver" if member.position % 11 == 10 else "America/Toronto",
                is_admin=member.role == "admin",
                is_client_user=not is_staff,
                is_service_account=member.role == "service",
                deleted=member.role in ("former", "departed"),
                without_updated=member.email.startswith("zoe.st-pierre"),
            )
        )
    return people


def _make_companies(
    clients: list[Client], engagements: list[Engagement], roster: list[Member]
) -> list[TeamworkCompany]:
    seller = {item.client.position: item.seller for item in engagements}
    first = instant(738_250)
    companies = [
        TeamworkCompany(
            id=OWNER_COMPANY, name="Atelier Nord", created=first, updated=first, address="400, rue Saint-Joseph Est",
            city="Québec", region="QC", postal_code="G1K 3B6", country="CA", email="bonjour@regie.example",
            website="https://regie.example", phone="418 555-0100", managed_by=None, currency="CAD", is_owner=True,
        )
    ]  # fmt: skip
    for client in clients:
        managed_by = seller.get(client.position)
        companies.append(_make_company(client, person_id(managed_by) if managed_by else None, first))
    deleted_id = company_id(clients[-1]) + 3
    companies.append(
        TeamworkCompany(
            id=deleted_id, name="Quincaillerie Vachon", created=first, updated=first + 600 * DAY_MS, address="",
            city="", region="", postal_code="", country="CA", email="", website="", phone="", managed_by=None,
            currency="CAD", deleted=True,
        )
    )  # fmt: skip
    return companies


def _make_company(client: Client, managed_by: int | None, first: int) -> TeamworkCompany:
    created = first + client.position * 11 % 700 * DAY_MS
    return TeamworkCompany(
        id=company_id(client),
        name=client.name,
        created=created,
        updated=created + (200 + client.position * 7 % 300) * DAY_MS,
        address=client.address,
        city=client.city,
        region=client.region,
        postal_code=client.postal_code,
        country=client.country,
        email=client.email,
        website=f"https://www.{client.domain}.example" if client.position % 4 else "",
        phone=client.phone,
        managed_by=managed_by if client.position != 20 else None,
        currency=client.currency,
        profile="" if client.position % 3 else None,
    )


def _make_projects(
    engagements: list[Engagement], roster: list[Member], habits: Habits, now: int
) -> tuple[list[Project], list[tuple[int, Engagement]]]:
    started = sorted((item for item in engagements if item.opened <= now), key=lambda item: (item.opened, item.key))
    projects = [_internal_project(roster)]
    project_engagements: list[tuple[int, Engagement]] = []
    for position, item in enumerate(started):
        row = _make_project(_FIRST_PROJECT + position * 5, item, habits, now, position)
        projects.append(row)
        project_engagements.append((row.id, item))
    return projects, project_engagements


def _internal_project(roster: list[Member]) -> Project:
    created = instant(738_300)
    return Project(
        id=_FIRST_PROJECT - 5, name="Vie de bureau et ménage 🧹", description="", status="active",
        company_id=OWNER_COMPANY, category_id=318, owner_id=person_id(roster[2]),
        created_by=person_id(roster[2]), start_day=None, end_day=None, created=created,
        updated=created, is_billable=False,
    )  # fmt: skip


def _make_project(project_id: int, item: Engagement, habits: Habits, now: int, position: int) -> Project:
    finished = instant(item.end + 2 + item.start % 29, 20) if item.end is not None else None
    completed = finished if finished is not None and finished <= now else None
    archived_at = completed + 110 * DAY_MS if completed is not None else None
    status = "active"
    if archived_at is not None and archived_at <= now:
        status = "inactive" if position % 4 == 3 else "archived"
    last_touched = item.opened + max(0, (min(now, finished or now) - item.opened) // (19 * DAY_MS)) * 19 * DAY_MS
    updated = archived_at if status != "active" and archived_at is not None else max(last_touched, completed or 0)
    has_category = position % 37 != 36
    category = (habits.category_of or _CATEGORY_OF)[(item.kind, item.client.language)]
    if habits.category_of is None and item.kind == "retainer" and position % 5 == 4 and item.client.language == "fr":
        category = 316
    return Project(
        id=project_id,
        name=item.name,
        description="" if position % 2 else "Voir le devis signé / see the signed statement of work",
        status="deleted" if position % 97 == 96 else status,
        company_id=company_id(item.client),
        category_id=category if has_category else None,
        owner_id=person_id(item.seller) if position % 9 else None,
        created_by=person_id(item.seller),
        start_day=item.start,
        end_day=item.end if item.kind != "retainer" or completed else None,
        created=item.opened,
        updated=updated,
        completed=completed,
        monthly_minutes=None if item.monthly_hours is None else item.monthly_hours * 60,
        last_worked=min(now, finished or now) // DAY_MS * DAY_MS - 4 * DAY_MS,
    )


def _make_entries(
    project_engagements: list[tuple[int, Engagement]],
    roster: list[Member],
    scale: Scale,
    seed: int,
    today: int,
    now: int,
) -> list[TimeEntry]:
    maker_ids = [person_id(member) for member in roster if member.role in ("maker", "seller", "departed")]
    running = _running_projects_by_month(project_engagements, scale.time_since, today)
    entries: list[TimeEntry] = []
    for day in range(scale.time_since, today + 1):
        if is_workday(day):
            entries += _entries_of_day(day, maker_ids, running[first_of_month(day)], scale, seed)
    entries = [entry for entry in entries if entry.created <= now]
    if scale.max_entries is not None:
        del entries[: max(0, len(entries) - scale.max_entries)]
    for position, entry in enumerate(entries):
        entry.id = _FIRST_ENTRY + position
    return entries


def _running_projects_by_month(
    project_engagements: list[tuple[int, Engagement]], since: int, today: int
) -> dict[int, list[tuple[int, bool]]]:
    """Return each month's running projects and whether they are billable.

    A project counts from its second month on, so that a later start does not change earlier months.
    """
    running: dict[int, list[tuple[int, bool]]] = {}
    month = first_of_month(since)
    while month <= today:
        following = months_later(month, 1)
        running[month] = [
            (project_id, item.kind != "extra" or item.client.position % 3 > 0)
            for project_id, item in project_engagements
            if item.opened < instant(month, 0) and (item.end is None or item.end >= month)
        ]
        month = following
    return running


def _entries_of_day(
    day: int, maker_ids: list[int], running: list[tuple[int, bool]], scale: Scale, seed: int
) -> list[TimeEntry]:
    """Return a day's time entries in order of creation, so that an early start has the first of them."""
    if not running:
        return []
    random = Random(f"{seed}/time/{day}")
    draw, morning = random.random, instant(day, 13)
    entries: list[TimeEntry] = []
    counts = random.choices(range(len(scale.entries_a_day)), scale.entries_a_day, k=len(maker_ids))
    for slot, (person, count) in enumerate(zip(maker_ids, counts, strict=True)):
        for index in range(count):
            project, billable = running[int(draw() * len(running))]
            minutes = 15 + int(draw() * 15) * 15
            logged = morning + index * 9_000_000
            written_at = logged + minutes * 60_000
            entries.append(
                TimeEntry(0, person, project, project * 10 + slot % 7, day, logged, minutes,
                          billable and draw() < 0.93, TIME_NOTES[int(draw() * len(TIME_NOTES))], written_at, written_at)
            )  # fmt: skip
    entries.sort(key=lambda entry: entry.created)
    return entries
