"""Connection tests: the account of the key, and the exact error of a failed test."""

import pytest

from regie.connectors.errors import AccessDenied, ServiceError, ServiceUnavailable
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.settings import QuickbooksSettings
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.fake_token_source import FakeTokenSource
from tests.connectors.sandbox import LockedTokenSource, Sandbox
from tests.connectors.scripted_server import Reply, Request, ScriptedServer


def test_teamwork_check_names_the_owner_of_the_key(teamwork: TeamworkClient) -> None:
    check = teamwork.check()
    assert check.readable == ("profile", "rates")
    assert check.account


def test_T7_key_without_financial_rights_reads_no_rates(sandbox: Sandbox, options: HttpOptions) -> None:
    with TeamworkClient(sandbox.teamwork(key="twk_sandbox_limited"), options) as client:
        assert client.check().readable == ("profile",)


@pytest.mark.parametrize("version", ["2026-09", "v3"])
def test_hubspot_check_reads_every_list(sandbox: Sandbox, options: HttpOptions, version: str) -> None:
    with HubspotClient(sandbox.hubspot(version=version), options) as client:
        check = client.check()
    assert check.account == "HubSpot 1"
    assert check.readable == ("deals", "companies", "contacts", "owners", "pipelines", "currency")
    assert len(sandbox.requests("hubspot")) == 6


def test_H8_missing_scope_is_named(sandbox: Sandbox, options: HttpOptions) -> None:
    with (
        HubspotClient(sandbox.hubspot(key="pat-sandbox-no-owners"), options) as client,
        pytest.raises(AccessDenied) as caught,
    ):
        client.check()
    assert (caught.value.code, caught.value.detail) == ("missing_scope", "crm.objects.owners.read")


def test_missing_scope_of_contacts_is_named_by_a_test_that_passes(sandbox: Sandbox, options: HttpOptions) -> None:
    with HubspotClient(sandbox.hubspot(key="pat-sandbox-no-contacts"), options) as client:
        check = client.check()
    assert check.missing_scopes == ("crm.objects.contacts.read",)
    assert "contacts" not in check.readable


def test_all_missing_scopes_are_named_together(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    body = '{"status":"error","category":"MISSING_SCOPES","message":"no"}'
    for path in ("*/deals", "*/companies"):
        sandbox.fault(f"/hubspot/crm/objects/{path}", status=403, body=body)
    with pytest.raises(AccessDenied) as caught:
        hubspot.check()
    assert caught.value.detail == "crm.objects.deals.read, crm.objects.companies.read"


def test_empty_hubspot_account_passes_the_check(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    for path in ("*/deals", "*/companies"):
        sandbox.fault(f"/hubspot/crm/objects/{path}", status=200, body='{"results": []}')
    assert hubspot.check().account == "HubSpot"


def test_quickbooks_check_names_the_company(sandbox_quickbooks: QuickbooksClient) -> None:
    check = sandbox_quickbooks.check()
    assert (check.account, check.readable) == ("Atelier Nord inc.", ("company",))


def test_company_without_a_name_shows_its_number(
    server: ScriptedServer, settings: QuickbooksSettings, tokens: FakeTokenSource, options: HttpOptions
) -> None:
    def respond(request: Request) -> Reply:
        assert request.path == f"/v3/company/{settings.realm}/companyinfo/{settings.realm}"
        return Reply(body={"CompanyInfo": {"Id": "1"}})

    server.responder = respond
    with QuickbooksClient(settings, tokens, options) as client:
        assert client.check().account == settings.realm


def test_failed_check_raises_the_error_of_the_service(
    sandbox: Sandbox,
    hubspot: HubspotClient,
    teamwork: TeamworkClient,
    options: HttpOptions,
    token_source: LockedTokenSource,
) -> None:
    sandbox.fault("/hubspot/*", status=503, times=100)
    with pytest.raises(ServiceUnavailable):
        hubspot.check()
    with (
        TeamworkClient(sandbox.teamwork(key="wrong"), options) as wrong_key_client,
        pytest.raises(ServiceError) as caught,
    ):
        wrong_key_client.check()
    assert caught.value.code == "unauthorised"
    with (
        QuickbooksClient(sandbox.quickbooks(realm="42"), token_source, options) as other_client,
        pytest.raises(ServiceError) as caught,
    ):
        other_client.check()
    assert caught.value.code == "wrong_company"
