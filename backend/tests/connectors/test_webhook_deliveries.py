"""Webhooks over HTTP: an edit in the sandbox arrives signed and names the changed records; failures included."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from regie.connectors.webhooks import ChangeHint, parse_hints, verify_signature
from tests.connectors.sandbox import NOW, Sandbox
from tests.connectors.scripted_server import Reply, Request, ScriptedServer

SECRET = "a-secret-of-the-hook"
REALM = "9130000000000001"
SENT_AT = datetime.fromtimestamp(NOW / 1000, UTC)
RegisterWebhook = Callable[..., None]


@dataclass(frozen=True)
class Received:
    """A request as our server receives it."""

    method: str
    url: str
    headers: dict[str, str]
    body: bytes


def received(server: ScriptedServer) -> list[Received]:
    def seen(request: Request) -> Received:
        return Received(request.method, f"{server.url}{request.target}", request.headers, request.body)

    return [seen(request) for request in server.requests]


@pytest.fixture
def register_webhook(sandbox: Sandbox, server: ScriptedServer) -> RegisterWebhook:
    """Registers this server for a service's webhooks and stops the sandbox's clock."""
    server.script = [Reply(200)]
    sandbox.post("/clock", stopped=True, now=SENT_AT.isoformat())

    def register_service(service: str, path: str = "", **more: str) -> None:
        sandbox.post("/webhooks", service=service, url=f"{server.url}/hooks/{service}{path}", secret=SECRET, **more)

    return register_service


def hints(service: str, server: ScriptedServer, now: datetime = SENT_AT) -> list[tuple[ChangeHint, ...]]:
    found = received(server)
    assert all(verify_signature(service, SECRET, one, now) for one in found)
    assert not any(verify_signature(service, "another", one, now) for one in found)
    return [parse_hints(service, one) for one in found]


@pytest.mark.parametrize("is_legacy", [False, True])
def test_Q14_payment_announces_all_changed_records(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook, is_legacy: bool
) -> None:
    register_webhook("quickbooks")
    sandbox.post("/switches", quickbooks_webhooks_legacy=is_legacy)
    unpaid = next(row for row in sandbox.agency.invoices.rows if row.balance == row.total > 0)
    payment = sandbox.post("/records", table="invoices", id=unpaid.id, action="pay", cents=101)["id"]
    assert hints("quickbooks", server) == [
        (
            ChangeHint("quickbooks", "payment", str(payment), "created", REALM),
            ChangeHint("quickbooks", "invoice", str(unpaid.id), "updated", REALM),
            ChangeHint("quickbooks", "customer", str(unpaid.customer_id), "updated", REALM),
        )
    ]
    assert server.requests[0].body.startswith(b"{" if is_legacy else b"[")


@pytest.mark.parametrize("is_legacy", [False, True])
def test_Q14_void_and_deletion_are_distinguished(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook, is_legacy: bool
) -> None:
    register_webhook("quickbooks")
    sandbox.post("/switches", quickbooks_webhooks_legacy=is_legacy)
    one, two = sandbox.agency.invoices.rows[-2:]
    sandbox.post("/records", table="invoices", id=one.id, action="void")
    sandbox.post("/records", table="invoices", id=two.id, action="delete")
    hints_of_messages = [(hint.external_id, hint.action) for message in hints("quickbooks", server) for hint in message]
    assert hints_of_messages == [(str(one.id), "voided"), (str(two.id), "deleted")]


def test_Q14_duplicates_wrong_order_and_bad_signatures(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook
) -> None:
    register_webhook("quickbooks")
    first, last = sandbox.agency.invoices.rows[0], sandbox.agency.invoices.rows[-1]
    edits = [{"table": "invoices", "id": row.id, "fields": {"note": "N"}} for row in (first, last)]
    sandbox.post("/switches", webhooks_twice=True, webhooks_backwards=True)
    sandbox.edit_all(edits)
    first_message, second_message = hints("quickbooks", server)
    assert first_message == second_message
    assert [hint.external_id for hint in first_message] == [str(last.id), str(first.id)]
    server.requests.clear()
    sandbox.post("/switches", webhooks_twice=False, webhooks_badly_signed=True)
    sandbox.edit_all(edits)
    assert [verify_signature("quickbooks", SECRET, one, SENT_AT) for one in received(server)] == [False]


def test_teamwork_names_each_event_in_the_address(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook
) -> None:
    register_webhook("teamwork", "/{event}")
    agency = sandbox.agency
    project, person, entry = agency.projects.rows[0], agency.people.rows[0], agency.entries.rows[0]
    sandbox.post("/records", table="projects", id=project.id, action="archive")
    sandbox.post("/records", table="people", id=person.id, fields={"title": "Chargée de l’été"})
    sandbox.post("/records", table="entries", id=entry.id, action="delete")
    assert hints("teamwork", server) == [
        (ChangeHint("teamwork", "project", str(project.id), "archived"),),
        (ChangeHint("teamwork", "person", str(person.id), "updated"),),
        (ChangeHint("teamwork", "time_entry", str(entry.id), "deleted"),),
    ]
    assert [request.path for request in server.requests] == [
        "/hooks/teamwork/project.archived",
        "/hooks/teamwork/user.updated",
        "/hooks/teamwork/time.deleted",
    ]


def test_teamwork_announces_only_the_registered_event(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook
) -> None:
    register_webhook("teamwork", "/company.updated", event="COMPANY.UPDATED")
    company, project = sandbox.agency.companies.rows[3], sandbox.agency.projects.rows[0]
    sandbox.post("/records", table="projects", id=project.id, fields={"name": "Été"})
    sandbox.post("/records", table="companies", id=company.id, fields={"name": "Été"})
    assert hints("teamwork", server) == [(ChangeHint("teamwork", "company", str(company.id), "updated"),)]


@pytest.mark.parametrize("is_v2", [False, True])
def test_hubspot_announces_every_property(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook, is_v2: bool
) -> None:
    register_webhook("hubspot", "?to=a%3Ab%20c")
    sandbox.post("/switches", hubspot_webhooks_v2=is_v2)
    deal, other = [row for row in sandbox.agency.deals.rows if not row.archived and row.merged_into is None][:2]
    sandbox.post("/records", table="deals", id=deal.id, fields={"name": "L’été 🎄", "amount": "12.5"})
    sandbox.post("/records", table="deals", id=deal.id, action="archive")
    sandbox.post("/records", table="deals", id=deal.id, action="restore")
    sandbox.post("/records", table="deals", id=deal.id, action="merge", into=other.id)
    changed, archived, restored, merged = hints("hubspot", server)
    assert changed == (ChangeHint("hubspot", "deal", str(deal.id), "updated"),)
    assert b"12.5" in server.requests[0].body
    assert b"dealname" in server.requests[0].body
    assert [hint.action for hint in (*archived, *restored)] == ["deleted", "restored"]
    assert [(hint.external_id, hint.action) for hint in merged] == [
        (str(other.id), "merged"),
        (str(deal.id), "merged"),
    ]


def test_old_hubspot_delivery_is_refused(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook
) -> None:
    register_webhook("hubspot")
    sandbox.post("/records", table="deals", id=sandbox.agency.deals.rows[0].id, fields={"name": "x"})
    (one,) = received(server)
    assert verify_signature("hubspot", SECRET, one, SENT_AT + timedelta(minutes=5))
    assert not verify_signature("hubspot", SECRET, one, SENT_AT + timedelta(minutes=5, seconds=1))


def test_unregistered_changes_are_not_announced(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook
) -> None:
    register_webhook("quickbooks")
    sandbox.post("/records", table="deals", id=sandbox.agency.deals.rows[0].id, fields={"name": "x"})
    sandbox.post("/records", table="invoices", id=sandbox.agency.invoices.rows[0].id, fields={"note": "x"}, touch=False)
    assert server.requests == []


def test_every_delivery_is_logged_even_a_failed_one(
    sandbox: Sandbox, server: ScriptedServer, register_webhook: RegisterWebhook
) -> None:
    register_webhook("quickbooks")
    server.script = [Reply(503)]
    closed_server = ScriptedServer()
    closed_server.close()
    sandbox.post("/webhooks", service="quickbooks", url=f"{closed_server.url}/hooks", secret=SECRET)
    sandbox.post("/records", table="customers", id=58, fields={"city": "Lévis"})
    failed, unreachable = sandbox.deliveries()
    assert (failed["status"], failed["error"]) == (503, None)
    assert (unreachable["status"], unreachable["error"]) == (None, "ConnectError")
    assert failed["url"] == f"{server.url}/hooks/quickbooks"
    assert failed["headers"]["intuit-signature"]
    assert REALM in failed["body"]
    sandbox.post("/reset")
    assert sandbox.deliveries() == []
