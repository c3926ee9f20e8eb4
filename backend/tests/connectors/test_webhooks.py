"""Webhooks: signatures as the services compute them, and the hints in each format."""

import base64
import hmac
import json
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from regie.connectors.errors import MalformedResponse
from regie.connectors.webhooks import ChangeHint, parse_hints, verify_signature

NOW = datetime(2026, 11, 20, 16, tzinfo=UTC)
REALM = "9130000000000001"


@dataclass(frozen=True)
class SentDelivery:
    body: bytes
    headers: dict[str, str] = field(default_factory=dict)
    url: str = "https://agency.example/hooks"
    method: str = "POST"


# The vectors of outside-services.md, section 10.
TEAMWORK = SentDelivery(
    b'{"project":{"id":481516,"name":"Refonte Boreal","status":"active"}}',
    {"x-projects-signature": "e80feeda05539b50b05704ed97551c5f69446e3fb63b74387ab346c1a206f48f"},
    "https://agency.example/hooks/teamwork/project.updated",
)
HUBSPOT = SentDelivery(
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
QUICKBOOKS = SentDelivery(
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
def test_documented_vectors_verify_and_variations_do_not(service: str, secret: str, sent: SentDelivery) -> None:
    assert verify_signature(service, secret, sent, NOW)
    assert not verify_signature(service, f"{secret}x", sent, NOW)
    assert not verify_signature(service, "", sent, NOW)
    assert not verify_signature(service, secret, replace(sent, body=sent.body + b" "), NOW)
    assert not verify_signature(service, secret, replace(sent, headers={}), NOW)
    signature = next(name for name in sent.headers if "signature" in name and "version" not in name)
    for wrong in ("", "é", sent.headers[signature][:-4], "A" + sent.headers[signature][1:]):
        assert not verify_signature(service, secret, replace(sent, headers={**sent.headers, signature: wrong}), NOW)


def test_no_delivery_verifies_without_a_secret() -> None:
    signature = hmac.digest(b"", TEAMWORK.body, "sha256")
    teamwork = replace(TEAMWORK, headers={"x-projects-signature": signature.hex()})
    quickbooks = replace(TEAMWORK, headers={"intuit-signature": base64.b64encode(signature).decode()})
    assert not verify_signature("teamwork", "", teamwork, NOW)
    assert not verify_signature("quickbooks", "", quickbooks, NOW)


@pytest.mark.parametrize("sent", [HUBSPOT, HUBSPOT_V2])
def test_hubspot_signs_address_and_method(sent: SentDelivery) -> None:
    assert not verify_signature("hubspot", "hs-sandbox-secret", replace(sent, url=sent.url.replace("app", "apq")), NOW)
    assert not verify_signature("hubspot", "hs-sandbox-secret", replace(sent, method="PUT"), NOW)


@pytest.mark.parametrize(("age_seconds", "is_fresh"), [(300, True), (301, False), (-300, True), (-301, False)])
def test_hubspot_delivery_expires_after_five_minutes(age_seconds: int, is_fresh: bool) -> None:
    assert verify_signature("hubspot", "hs-sandbox-secret", HUBSPOT, NOW + timedelta(seconds=age_seconds)) is is_fresh


@pytest.mark.parametrize("at", ["", "soon", "-5", "1795190400000.0", "٣", "9" * 40])
def test_hubspot_delivery_without_a_time_is_refused(at: str) -> None:
    headers = {**HUBSPOT.headers, "x-hubspot-request-timestamp": at}
    assert not verify_signature("hubspot", "hs-sandbox-secret", replace(HUBSPOT, headers=headers), NOW)


def test_valid_v2_signature_does_not_replace_a_wrong_v3() -> None:
    headers = {**HUBSPOT_V2.headers, **HUBSPOT.headers, "x-hubspot-signature-v3": "wrong"}
    assert not verify_signature("hubspot", "hs-sandbox-secret", replace(HUBSPOT, headers=headers), NOW)
    first = {**HUBSPOT_V2.headers, "x-hubspot-signature-version": "v1"}
    assert not verify_signature("hubspot", "hs-sandbox-secret", replace(HUBSPOT, headers=first), NOW)


def test_hubspot_signs_some_characters_unescaped() -> None:
    at = "1795190400000"
    signed = f"POSThttps://agency.example/hooks?to=a:b/c&x=%20y{at}".encode()
    signature = base64.b64encode(hmac.digest(b"s", signed, "sha256")).decode()
    headers = {"x-hubspot-signature-v3": signature, "x-hubspot-request-timestamp": at}
    assert verify_signature(
        "hubspot", "s", SentDelivery(b"", headers, "https://agency.example/hooks?to=a%3Ab%2fc&x=%20y"), NOW
    )


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
    sent = SentDelivery(json.dumps(body).encode(), url=f"https://agency.example{url}")
    assert parse_hints("teamwork", sent) == (ChangeHint("teamwork", kind, external_id, action),)


def test_hubspot_hints_name_each_record_once() -> None:
    events = [
        {"objectId": 90210, "subscriptionType": "deal.propertyChange", "propertyName": "amount"},
        {"objectId": 90210, "subscriptionType": "deal.propertyChange", "propertyName": "dealstage"},
        {"objectId": 5, "subscriptionType": "company.creation"},
        {"objectId": 6, "subscriptionType": "deal.deletion"},
        {"objectId": 8, "subscriptionType": "deal.merge", "mergedObjectIds": [7]},
    ]
    assert parse_hints("hubspot", SentDelivery(json.dumps(events).encode())) == (
        ChangeHint("hubspot", "deal", "90210", "updated"),
        ChangeHint("hubspot", "company", "5", "created"),
        ChangeHint("hubspot", "deal", "6", "deleted"),
        ChangeHint("hubspot", "deal", "8", "merged"),
        ChangeHint("hubspot", "deal", "7", "merged"),
    )


def test_Q14_both_quickbooks_formats_give_the_same_hints() -> None:
    changes = [("Invoice", "301", "updated"), ("CreditMemo", "9", "voided"), ("Customer", "58", "created")]
    cloud = [
        {"type": f"qbo.{name.lower()}.{action}.v1", "intuitentityid": number, "intuitaccountid": REALM}
        for name, number, action in changes
    ]
    operations = {"updated": "Update", "voided": "Void", "created": "Create"}
    entities = [{"name": name, "id": number, "operation": operations[action]} for name, number, action in changes]
    legacy = {"eventNotifications": [{"realmId": REALM, "dataChangeEvent": {"entities": entities}}]}
    kinds = {"Invoice": "invoice", "CreditMemo": "credit_memo", "Customer": "customer"}
    expected = tuple(ChangeHint("quickbooks", kinds[name], number, action, REALM) for name, number, action in changes)
    assert parse_hints("quickbooks", SentDelivery(json.dumps(cloud).encode())) == expected
    assert parse_hints("quickbooks", SentDelivery(json.dumps(legacy).encode())) == expected


def test_Q14_quickbooks_delivery_may_cover_several_companies() -> None:
    events = [
        {"type": "qbo.payment.created.v1", "intuitentityid": "1", "intuitaccountid": realm} for realm in ("5", "6")
    ]
    assert [hint.realm for hint in parse_hints("quickbooks", SentDelivery(json.dumps(events).encode()))] == ["5", "6"]


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
def test_unknown_format_is_malformed(service: str, body: bytes) -> None:
    with pytest.raises(MalformedResponse):
        parse_hints(service, SentDelivery(body))
