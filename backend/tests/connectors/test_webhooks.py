"""Webhooks: signatures as the vendors compute them, and what each form of message says has changed."""

import base64
import hmac
import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regie.connectors.errors import Nonsense
from regie.connectors.webhooks import Hint, read, verify

NOW = datetime(2026, 11, 20, 16, tzinfo=UTC)
REALM = "9130000000000001"


@dataclass(frozen=True)
class Sent:
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    url: str = "https://agency.example/hooks"
    method: str = "POST"


# The vectors of outside-services.md, section 10.
TEAMWORK = Sent(
    b'{"project":{"id":481516,"name":"Refonte Boreal","status":"active"}}',
    {"x-projects-signature": "e80feeda05539b50b05704ed97551c5f69446e3fb63b74387ab346c1a206f48f"},
    "https://agency.example/hooks/teamwork/project.updated",
)
HUBSPOT = Sent(
    b'[{"objectId":90210,"subscriptionType":"deal.propertyChange"}]',
    {
        "x-hubspot-signature-v3": "Nf17/Tnc0H1fe/9FYRkQXeL2vsQr5ZkvfBsb6qU4UoE=",
        "x-hubspot-request-timestamp": "1795190400000",
    },
    "https://agency.example/hooks/hubspot?src=app",
)
HUBSPOT_V2 = replace(
    HUBSPOT,
    headers={
        "x-hubspot-signature": "5661f591497b5f2fc150cd339191864eb89d9d883b36d4b124f5d6e887feeabf",
        "x-hubspot-signature-version": "v2",
    },
)
QUICKBOOKS = Sent(
    b'[{"specversion":"1.0","id":"evt-1","type":"qbo.invoice.updated.v1","intuitentityid":"301",'
    b'"intuitaccountid":"9130000000000001"}]',
    {"intuit-signature": "zoUO/Ttg2/VcyBrNuYILoVJA0SJiZpcq3WaPF6RFJQU="},
)
VECTORS = [
    ("teamwork", "tw-sandbox-token", TEAMWORK),
    ("hubspot", "hs-sandbox-secret", HUBSPOT),
    ("hubspot", "hs-sandbox-secret", HUBSPOT_V2),
    ("quickbooks", "qb-sandbox-verifier", QUICKBOOKS),
]


@pytest.mark.parametrize(("service", "secret", "sent"), VECTORS)
def test_the_documented_vectors_are_right_and_nothing_near_them_is(service: str, secret: str, sent: Sent) -> None:
    assert verify(service, secret, sent, NOW)
    assert not verify(service, f"{secret}x", sent, NOW)
    assert not verify(service, "", sent, NOW)
    assert not verify(service, secret, replace(sent, body=sent.body + b" "), NOW)
    assert not verify(service, secret, replace(sent, headers={}), NOW)
    signature = next(name for name in sent.headers if "signature" in name and "version" not in name)
    for wrong in ("", "é", sent.headers[signature][:-4], "A" + sent.headers[signature][1:]):
        assert not verify(service, secret, replace(sent, headers={**sent.headers, signature: wrong}), NOW)


def test_who_has_no_secret_believes_nobody() -> None:
    signature = hmac.digest(b"", TEAMWORK.body, "sha256")
    teamwork = replace(TEAMWORK, headers={"x-projects-signature": signature.hex()})
    quickbooks = replace(TEAMWORK, headers={"intuit-signature": base64.b64encode(signature).decode()})
    assert not verify("teamwork", "", teamwork, NOW)
    assert not verify("quickbooks", "", quickbooks, NOW)


@pytest.mark.parametrize("sent", [HUBSPOT, HUBSPOT_V2])
def test_hubspot_signs_the_address_and_the_method(sent: Sent) -> None:
    assert not verify("hubspot", "hs-sandbox-secret", replace(sent, url=sent.url.replace("app", "apq")), NOW)
    assert not verify("hubspot", "hs-sandbox-secret", replace(sent, method="PUT"), NOW)


@pytest.mark.parametrize(("late", "is_fresh"), [(300, True), (301, False), (-300, True), (-301, False)])
def test_a_message_of_hubspot_grows_old_in_five_minutes(late: int, is_fresh: bool) -> None:
    assert verify("hubspot", "hs-sandbox-secret", HUBSPOT, NOW + timedelta(seconds=late)) is is_fresh


@pytest.mark.parametrize("at", ["", "soon", "-5", "1795190400000.0", "٣", "9" * 40])
def test_a_message_of_hubspot_without_a_time_is_refused(at: str) -> None:
    headers = {**HUBSPOT.headers, "x-hubspot-request-timestamp": at}
    assert not verify("hubspot", "hs-sandbox-secret", replace(HUBSPOT, headers=headers), NOW)


def test_a_second_version_cannot_stand_in_for_a_third_that_is_wrong() -> None:
    headers = {**HUBSPOT_V2.headers, **HUBSPOT.headers, "x-hubspot-signature-v3": "wrong"}
    assert not verify("hubspot", "hs-sandbox-secret", replace(HUBSPOT, headers=headers), NOW)
    first = {**HUBSPOT_V2.headers, "x-hubspot-signature-version": "v1"}
    assert not verify("hubspot", "hs-sandbox-secret", replace(HUBSPOT, headers=first), NOW)


def test_hubspot_signs_some_characters_without_their_escapes() -> None:
    at = "1795190400000"
    signed = f"POSThttps://agency.example/hooks?to=a:b/c&x=%20y{at}".encode()
    signature = base64.b64encode(hmac.digest(b"s", signed, "sha256")).decode()
    headers = {"x-hubspot-signature-v3": signature, "x-hubspot-request-timestamp": at}
    assert verify("hubspot", "s", Sent(b"", headers, "https://agency.example/hooks?to=a%3Ab%2fc&x=%20y"), NOW)


@pytest.mark.parametrize(
    ("url", "body", "kind", "external_id", "action"),
    [
        ("/hooks/teamwork/project.updated", {"project": {"id": 7}}, "project", "7", "updated"),
        ("/hooks/teamwork/PROJECT.ARCHIVED", {"project": {"id": 7}}, "project", "7", "archived"),
        ("/hooks/teamwork/user.created?x=1", {"eventCreator": {"id": 1}, "user": {"id": 9}}, "person", "9", "created"),
        ("/hooks/teamwork/time.deleted", {"time": {"id": "5"}}, "time_entry", "5", "deleted"),
        ("/hooks/teamwork/task.created", {"task": {}}, "task", None, "created"),
        ("/hooks/teamwork", {"eventCreator": {"id": 1}, "company": {"id": 3}}, "company", "3", "updated"),
    ],
)
def test_teamwork_names_the_event_in_the_address(
    url: str, body: Any, kind: str, external_id: str | None, action: str
) -> None:
    sent = Sent(json.dumps(body).encode(), url=f"https://agency.example{url}")
    assert read("teamwork", sent) == (Hint("teamwork", kind, external_id, action),)


def test_hubspot_tells_each_record_once() -> None:
    events = [
        {"objectId": 90210, "subscriptionType": "deal.propertyChange", "propertyName": "amount"},
        {"objectId": 90210, "subscriptionType": "deal.propertyChange", "propertyName": "dealstage"},
        {"objectId": 5, "subscriptionType": "company.creation"},
        {"objectId": 6, "subscriptionType": "deal.deletion"},
        {"objectId": 8, "subscriptionType": "deal.merge", "mergedObjectIds": [7]},
    ]
    assert read("hubspot", Sent(json.dumps(events).encode())) == (
        Hint("hubspot", "deal", "90210", "updated"),
        Hint("hubspot", "company", "5", "created"),
        Hint("hubspot", "deal", "6", "deleted"),
        Hint("hubspot", "deal", "8", "merged"),
        Hint("hubspot", "deal", "7", "merged"),
    )


def test_Q14_quickbooks_reads_alike_in_both_forms() -> None:
    told = [("Invoice", "301", "updated"), ("CreditMemo", "9", "voided"), ("Customer", "58", "created")]
    cloud = [
        {"type": f"qbo.{name.lower()}.{action}.v1", "intuitentityid": number, "intuitaccountid": REALM}
        for name, number, action in told
    ]
    operations = {"updated": "Update", "voided": "Void", "created": "Create"}
    entities = [{"name": name, "id": number, "operation": operations[action]} for name, number, action in told]
    legacy = {"eventNotifications": [{"realmId": REALM, "dataChangeEvent": {"entities": entities}}]}
    kinds = {"Invoice": "invoice", "CreditMemo": "credit_memo", "Customer": "customer"}
    expected = tuple(Hint("quickbooks", kinds[name], number, action, REALM) for name, number, action in told)
    assert read("quickbooks", Sent(json.dumps(cloud).encode())) == expected
    assert read("quickbooks", Sent(json.dumps(legacy).encode())) == expected


def test_Q14_quickbooks_may_tell_of_several_companies() -> None:
    events = [
        {"type": "qbo.payment.created.v1", "intuitentityid": "1", "intuitaccountid": realm} for realm in ("5", "6")
    ]
    assert [hint.realm for hint in read("quickbooks", Sent(json.dumps(events).encode()))] == ["5", "6"]


@pytest.mark.parametrize("service", ["teamwork", "hubspot", "quickbooks"])
@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"7",
        b"null",
        b'"x"',
        b"[7]",
        b'{"a": 7}',
        b"[{}]",
        b"\xff",
        b"[" * 100_000,
        b'{"eventNotifications": 7}',
    ],
)
def test_what_says_nothing_is_nonsense(service: str, body: bytes) -> None:
    with pytest.raises(Nonsense):
        read(service, Sent(body))
