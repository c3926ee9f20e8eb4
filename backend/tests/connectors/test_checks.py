"""Whether a connection works: whom the service takes us for, and exactly what is missing when it does not."""

import pytest

from regie.connectors.errors import OutsideError, Refused, Unavailable
from regie.connectors.http import HttpOptions
from regie.connectors.hubspot.client import HubspotClient
from regie.connectors.quickbooks.client import QuickbooksClient
from regie.connectors.settings import QuickbooksSettings
from regie.connectors.teamwork.client import TeamworkClient
from tests.connectors.kept_tokens import KeptTokens
from tests.connectors.sandbox import KeptPair, Sandbox
from tests.connectors.scripted_server import Request, Said, ScriptedServer


def test_teamwork_says_whose_key_it_is(teamwork: TeamworkClient) -> None:
    check = teamwork.check()
    assert check.readable == ("profile", "rates")
    assert check.account


def test_T7_a_key_without_financial_rights_sees_no_rates(sandbox: Sandbox, options: HttpOptions) -> None:
    with TeamworkClient(sandbox.teamwork(key="twk_sandbox_limited"), options) as client:
        assert client.check().readable == ("profile",)


@pytest.mark.parametrize("version", ["2026-09", "v3"])
def test_hubspot_reads_a_little_of_everything(sandbox: Sandbox, options: HttpOptions, version: str) -> None:
    with HubspotClient(sandbox.hubspot(version=version), options) as client:
        check = client.check()
    assert check.account == "HubSpot 1"
    assert check.readable == ("deals", "companies", "owners", "pipelines", "currency")
    assert len(sandbox.requests("hubspot")) == 5


def test_H8_a_missing_scope_is_named(sandbox: Sandbox, options: HttpOptions) -> None:
    with (
        HubspotClient(sandbox.hubspot(key="pat-sandbox-no-owners"), options) as client,
        pytest.raises(Refused) as caught,
    ):
        client.check()
    assert (caught.value.code, caught.value.detail) == ("missing_scope", "crm.objects.owners.read")


def test_every_missing_scope_is_named_at_once(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    body = '{"status":"error","category":"MISSING_SCOPES","message":"no"}'
    for path in ("*/deals", "*/companies"):
        sandbox.fault(f"/hubspot/crm/objects/{path}", status=403, body=body)
    with pytest.raises(Refused) as caught:
        hubspot.check()
    assert caught.value.detail == "crm.objects.deals.read, crm.objects.companies.read"


def test_an_empty_account_is_an_account(sandbox: Sandbox, hubspot: HubspotClient) -> None:
    for path in ("*/deals", "*/companies"):
        sandbox.fault(f"/hubspot/crm/objects/{path}", status=200, body='{"results": []}')
    assert hubspot.check().account == "HubSpot"


def test_quickbooks_names_the_company(books: QuickbooksClient) -> None:
    check = books.check()
    assert (check.account, check.readable) == ("Atelier Nord inc.", ("company",))


def test_a_company_without_a_name_is_its_number(
    server: ScriptedServer, settings: QuickbooksSettings, tokens: KeptTokens, options: HttpOptions
) -> None:
    def answer(request: Request) -> Said:
        assert request.path == f"/v3/company/{settings.realm}/companyinfo/{settings.realm}"
        return Said(body={"CompanyInfo": {"Id": "1"}})

    server.answer = answer
    with QuickbooksClient(settings, tokens, options) as client:
        assert client.check().account == settings.realm


def test_a_check_that_fails_says_why(
    sandbox: Sandbox, hubspot: HubspotClient, teamwork: TeamworkClient, options: HttpOptions, pair: KeptPair
) -> None:
    sandbox.fault("/hubspot/*", status=503, times=100)
    with pytest.raises(Unavailable):
        hubspot.check()
    with (
        TeamworkClient(sandbox.teamwork(key="wrong"), options) as stranger,
        pytest.raises(OutsideError) as caught,
    ):
        stranger.check()
    assert caught.value.code == "unauthorised"
    with (
        QuickbooksClient(sandbox.quickbooks(realm="42"), pair, options) as other,
        pytest.raises(OutsideError) as caught,
    ):
        other.check()
    assert caught.value.code == "wrong_company"
