"""Webhooks over real HTTP: an edit in the sandbox arrives signed, and says what has changed; trouble arrives too."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from regie.connectors.webhooks import Hint, read, verify
from tests.connectors.sandbox import NOW, Sandbox
from tests.connectors.scripted_server import Request, Said, ScriptedServer

SECRET = "a-secret-of-the-hook"
REALM = "9130000000000001"
SENT_AT = datetime.fromtimestamp(NOW / 1000, UTC)
Hear = Callable[..., None]


@dataclass(frozen=True)
class Received:
    """A request as our own server would see it."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes


def received(server: ScriptedServer) -> list[Received]:
    def seen(request: Request) -> Received:
        return Received(request.method, f"{server.url}{request.target}", request.headers, request.body)

    return [seen(request) for request in server.requests]


@pytest.fixture
def hear(sandbox: Sandbox, server: ScriptedServer) -> Hear:
    """Registers this server for a service's messages; the sandbox's clock stands still."""
    server.script = [Said(200)]
    sandbox.post("/clock", stopped=True, now=SENT_AT.isoformat())

    def register(service: str, path: str = "", **more: str) -> None:
        sandbox.post("/webhooks", service=service, url=f"{server.url}/hooks/{service}{path}", secret=SECRET, **more)

    return register


def hints(service: str, server: ScriptedServer, now: datetime = SENT_AT) -> list[tuple[Hint, ...]]:
    found = received(server)
    assert all(verify(service, SECRET, one, now) for one in found)
    assert not any(verify(service, "another", one, now) for one in found)
    return [read(service, one) for one in found]


@pytest.mark.parametrize("is_legacy", [False, True])
def test_Q14_a_payment_tells_of_everything_it_touches(
    sandbox: Sandbox, server: ScriptedServer, hear: Hear, is_legacy: bool
) -> None:
    hear("quickbooks")
    sandbox.post("/switches", quickbooks_webhooks_legacy=is_legacy)
    unpaid = next(row for row in sandbox.agency.invoices.rows if row.balance == row.total > 0)
    payment = sandbox.post("/records", table="invoices", id=unpaid.id, action="pay", cents=101)["id"]
    assert hints("quickbooks", server) == [
        (
            Hint("quickbooks", "payment", str(payment), "created", REALM),
            Hint("quickbooks", "invoice", str(unpaid.id), "updated", REALM),
            Hint("quickbooks", "customer", str(unpaid.customer_id), "updated", REALM),
        )
    ]
    assert server.requests[0].body.startswith(b"{" if is_legacy else b"[")


@pytest.mark.parametrize("is_legacy", [False, True])
def test_Q14_a_void_is_named_as_such(sandbox: Sandbox, server: ScriptedServer, hear: Hear, is_legacy: bool) -> None:
    hear("quickbooks")
    sandbox.post("/switches", quickbooks_webhooks_legacy=is_legacy)
    one, two = sandbox.agency.invoices.rows[-2:]
    sandbox.post("/records", table="invoices", id=one.id, action="void")
    sandbox.post("/records", table="invoices", id=two.id, action="delete")
    told = [(hint.external_id, hint.action) for message in hints("quickbooks", server) for hint in message]
    assert told == [(str(one.id), "voided"), (str(two.id), "deleted")]


def test_Q14_duplicates_wrong_order_and_bad_signatures(sandbox: Sandbox, server: ScriptedServer, hear: Hear) -> None:
    hear("quickbooks")
    first, last = sandbox.agency.invoices.rows[0], sandbox.agency.invoices.rows[-1]
    edits = [{"table": "invoices", "id": row.id, "fields": {"note": "N"}} for row in (first, last)]
    sandbox.post("/switches", webhooks_twice=True, webhooks_backwards=True)
    sandbox.edit_all(edits)
    once, again = hints("quickbooks", server)
    assert once == again
    assert [hint.external_id for hint in once] == [str(last.id), str(first.id)]
    server.requests.clear()
    sandbox.post("/switches", webhooks_twice=False, webhooks_badly_signed=True)
    sandbox.edit_all(edits)
    assert [verify("quickbooks", SECRET, one, SENT_AT) for one in received(server)] == [False]


def test_teamwork_names_each_event_in_the_address(sandbox: Sandbox, server: ScriptedServer, hear: Hear) -> None:
    hear("teamwork", "/{event}")
    agency = sandbox.agency
    project, person, entry = agency.projects.rows[0], agency.people.rows[0], agency.entries.rows[0]
    sandbox.post("/records", table="projects", id=project.id, action="archive")
    sandbox.post("/records", table="people", id=person.id, fields={"title": "Chargée de l’été"})
    sandbox.post("/records", table="entries", id=entry.id, action="delete")
    assert hints("teamwork", server) == [
        (Hint("teamwork", "project", str(project.id), "archived"),),
        (Hint("teamwork", "person", str(person.id), "updated"),),
        (Hint("teamwork", "time_entry", str(entry.id), "deleted"),),
    ]
    assert [request.path for request in server.requests] == [
        "/hooks/teamwork/project.archived",
        "/hooks/teamwork/user.updated",
        "/hooks/teamwork/time.deleted",
    ]


def test_teamwork_tells_only_of_the_event_that_was_registered(
    sandbox: Sandbox, server: ScriptedServer, hear: Hear
) -> None:
    hear("teamwork", "/company.updated", event="COMPANY.UPDATED")
    company, project = sandbox.agency.companies.rows[3], sandbox.agency.projects.rows[0]
    sandbox.post("/records", table="projects", id=project.id, fields={"name": "Été"})
    sandbox.post("/records", table="companies", id=company.id, fields={"name": "Été"})
    assert hints("teamwork", server) == [(Hint("teamwork", "company", str(company.id), "updated"),)]


@pytest.mark.parametrize("is_second", [False, True])
def test_hubspot_tells_of_every_property(sandbox: Sandbox, server: ScriptedServer, hear: Hear, is_second: bool) -> None:
    hear("hubspot", "?to=a%3Ab%20c")
    sandbox.post("/switches", hubspot_webhooks_v2=is_second)
    deal, other = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None][:2]
    sandbox.post("/records", table="deals", id=deal.id, fields={"name": "L’été 🎄", "amount": "12.5"})
    sandbox.post("/records", table="deals", id=deal.id, action="archive")
    sandbox.post("/records", table="deals", id=deal.id, action="restore")
    sandbox.post("/records", table="deals", id=deal.id, action="merge", into=other.id)
    changed, archived, restored, merged = hints("hubspot", server)
    assert changed == (Hint("hubspot", "deal", str(deal.id), "updated"),)
    assert b"12.5" in server.requests[0].body
    assert b"dealname" in server.requests[0].body
    assert [hint.action for hint in (*archived, *restored)] == ["deleted", "restored"]
    assert [(hint.external_id, hint.action) for hint in merged] == [
        (str(other.id), "merged"),
        (str(deal.id), "merged"),
    ]


def test_an_old_message_of_hubspot_is_refused(sandbox: Sandbox, server: ScriptedServer, hear: Hear) -> None:
    hear("hubspot")
    sandbox.post("/records", table="deals", id=sandbox.agency.deals.rows[0].id, fields={"name": "x"})
    (one,) = received(server)
    assert verify("hubspot", SECRET, one, SENT_AT + timedelta(minutes=5))
    assert not verify("hubspot", SECRET, one, SENT_AT + timedelta(minutes=5, seconds=1))


def test_what_nobody_asked_for_is_told_to_nobody(sandbox: Sandbox, server: ScriptedServer, hear: Hear) -> None:
    hear("quickbooks")
    sandbox.post("/records", table="deals", id=sandbox.agency.deals.rows[0].id, fields={"name": "x"})
    sandbox.post("/records", table="invoices", id=sandbox.agency.invoices.rows[0].id, fields={"note": "x"}, touch=False)
    assert server.requests == []


def test_every_delivery_is_in_the_log_also_one_that_failed(
    sandbox: Sandbox, server: ScriptedServer, hear: Hear
) -> None:
    hear("quickbooks")
    server.script = [Said(503)]
    gone = ScriptedServer()
    gone.close()
    sandbox.post("/webhooks", service="quickbooks", url=f"{gone.url}/hooks", secret=SECRET)
    sandbox.post("/records", table="customers", id=58, fields={"city": "Lévis"})
    refused, lost = sandbox.deliveries()
    assert (refused["status"], refused["error"]) == (503, None)
    assert (lost["status"], lost["error"]) == (None, "ConnectError")
    assert refused["url"] == f"{server.url}/hooks/quickbooks"
    assert refused["headers"]["intuit-signature"]
    assert REALM in refused["body"]
    sandbox.post("/reset")
    assert sandbox.deliveries() == []
