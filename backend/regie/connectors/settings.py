"""Addresses and credentials of the outside services; `repr` omits secrets."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TeamworkSettings:
    """`base_url` is the full origin of the site: EU sites and custom domains exist."""

    base_url: str
    key: str = field(repr=False)
    requests_per_minute: int = 140  # smaller plans allow 150 for all integrations together


@dataclass(frozen=True, slots=True)
class HubspotSettings:
    base_url: str
    key: str = field(repr=False)
    version: str = "2026-09"
    requests_per_ten_seconds: int = 90  # the smallest plan allows 100
    # The deal property with the hourly rate, which each account defines itself; empty for none.
    rate_property: str = "hourly_rate"


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickbooksSettings:
    """Each address has its own origin; `realm` is the id of the company, known only after its consent."""

    base_url: str = "https://quickbooks.api.intuit.com"
    authorize_url: str = "https://appcenter.intuit.com/connect/oauth2"
    token_url: str = "https://oauth.platform.intuit.com/oauth2/v1/tokens/bearer"  # noqa: S105 - an address
    revoke_url: str = "https://developer.api.intuit.com/v2/oauth2/tokens/revoke"
    client_id: str
    client_secret: str = field(repr=False)
    realm: str = ""
    minor_version: int = 75
    app_url: str = "https://qbo.intuit.com"
    requests_per_minute: int = 450  # of 500
    requests_per_second: int = 9  # of 10


@dataclass(frozen=True, slots=True)
class GoogleSettings:
    """`redirect_uri` must equal the one registered at Google; the discovery document provides the other addresses."""

    discovery_url: str
    client_id: str
    client_secret: str = field(repr=False)
    redirect_uri: str


@dataclass(frozen=True, slots=True)
class ExchangeRatesSettings:
    """The Bank of Canada needs no key and requests a low rate of calls."""

    base_url: str
    requests_per_minute: int = 30
