"""The requests that the bench sends."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from itertools import count, cycle
from random import Random

from bench.load import Call, Connection, Person

INVOICES = "/api/v1/invoices"
PER_PAGE = 25
MAX_LINKABLE = 60
PAGE = f"{INVOICES}?sort=-issued_on&per_page={PER_PAGE}"
PAST = f"{INVOICES}?sort=-issued_on&per_page=100"
# The sorts that the floor knows too; amounts are converted to one currency first, which takes the application more.
SORTS = ("-issued_on", "issued_on", "-due_on", "due_on", "customer_name", "-customer_name", "-number", "number")
# People turn a few pages, and now and then jump far.
PAGES = (1, 2, 3, 4, 5, 6, 7, 8, 15, 40, 100, 400, 1_000)


@dataclass(frozen=True, slots=True)
class Records:
    """What the database contains, as far as the requests need it."""

    invoices: int
    last_page: int
    oldest: date
    newest: date
    invoice_ids: list[str]
    client_ids: list[str]
    # Words of the clients' names.
    words: list[str]
    # Invoices of a past month without a project, and one that each can be linked to: figures of stored months change.
    linkable: list[tuple[str, str]]
    account_manager: str


def read_records(connection: Connection, admin: Person) -> Records:
    def read(path: str) -> dict:
        return json.loads(connection.send(Call(path, admin)))

    page, first = read(PAGE), read(f"{INVOICES}?sort=issued_on&per_page=1")["data"][0]
    newest = date.fromisoformat(page["data"][0]["issued_on"])
    client_pages = range(1, 1 + min(4, read("/api/v1/clients?per_page=100")["meta"]["last_page"]))
    clients = [row for number in client_pages for row in read(f"/api/v1/clients?per_page=100&page={number}")["data"]]
    words = {word for row in clients for word in row["name"].lower().split() if word.isascii() and word.isalpha()}
    past = [
        invoice
        for number in range(1, 6)
        for invoice in read(f"{PAST}&issued_to={newest - timedelta(days=90)}&page={number}")["data"]
        if invoice["client"] and not invoice["project"]
    ]
    linkable = [
        (invoice["api_id"], project["api_id"])
        for invoice in past[:MAX_LINKABLE]
        for project in read(f"/api/v1/projects?client={invoice['client']['api_id']}&per_page=100")["data"][:1]
        if project["currency"] == invoice["currency"]
    ]
    if not linkable:
        raise LookupError("The data contain no invoice that a project could be linked to.")
    return Records(
        invoices=page["meta"]["total"],
        last_page=page["meta"]["last_page"],
        oldest=date.fromisoformat(first["issued_on"]),
        newest=newest,
        invoice_ids=[row["api_id"] for row in read(PAST)["data"]],
        client_ids=[row["api_id"] for row in clients],
        words=sorted(word for word in words if len(word) >= 3),
        linkable=linkable,
        account_manager=read("/api/v1/account-managers")["data"][0]["api_id"],
    )


def browse(records: Records, people: Sequence[Person]) -> list[Call]:
    """Return page × sort × filter in random order, each for one of the people and only once."""
    random = Random(17)
    span = (records.newest - records.oldest).days
    filters = [("", records.last_page), ("&status=paid", 400), ("&status=overdue", 8), ("&status=partially_paid", 2)]
    filters += [("&currency=CAD", 1_000), ("&currency=USD", 100)]
    filters += [(f"&client={client}", 2) for client in records.client_ids]
    filters += [(f"&search={word}", 3) for word in records.words[:200]]
    for field in ("issued", "due"):
        for _ in range(250):
            begins = records.oldest + timedelta(days=random.randrange(span))
            ends = begins + timedelta(days=random.choice((6, 29, 89, 364)))
            filters.append((f"&{field}_from={begins}&{field}_to={ends}", 8))
    paths = [
        f"{INVOICES}?sort={sort}&per_page={PER_PAGE}&page={page}{filter}"
        for filter, last in dict(filters).items()
        for sort in SORTS
        for page in PAGES
        if page <= min(last, records.last_page)
    ]
    random.shuffle(paths)
    return [Call(path, random.choice(people)) for path in paths]


def create_projects(records: Records, admin: Person) -> Iterator[Call]:
    """Each creates a project with another name, for one client after the other."""
    for number in count():
        body = {
            "name": f"Bench {number}",
            "kind": "fixed",
            "client": records.client_ids[number % len(records.client_ids)],
            "account_manager": records.account_manager,
            "start_on": records.newest.isoformat(),
            "currency": "CAD",
            "amount": "1000.00",
        }
        yield Call("/api/v1/projects", admin, "POST", json.dumps(body).encode())


def change_invoices(records: Records, admin: Person) -> Iterator[Call]:
    """Each links another invoice to its project, or unlinks it: this changes the tables of the lists and figures."""
    for is_linked in cycle((True, False)):
        for invoice, project in records.linkable:
            body = {"project": project if is_linked else None}
            yield Call(f"{INVOICES}/{invoice}", admin, "PATCH", json.dumps(body).encode())
