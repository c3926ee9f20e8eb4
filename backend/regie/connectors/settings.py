"""Where each outside service lives and how we sign in: built by the caller, secrets never shown."""

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class TeamworkSettings:
    """`base_url` is the whole origin of the site: EU sites and custom domains exist."""

    base_url: str
    key: str = field(repr=False)
    requests_per_minute: int = 140  # the smaller plans allow 150 to all integrations together


@dataclass(frozen=True, slots=True)
class HubspotSettings:
    base_url: str
    key: str = field(repr=False)
    version: str = "2026-09"
    requests_per_ten_seconds: int = 90  # the smallest plan allows 100


@dataclass(frozen=True, slots=True, kw_only=True)
class QuickbooksSettings:
    """Each address has an origin of its own; `realm` is the company, and is told only with its consent."""

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
    """`redirect_uri` is registered at Google to the letter; everything else follows from the discovery document."""

    discovery_url: str
    client_id: str
    client_secret: str = field(repr=False)
    redirect_uri: str


@dataclass(frozen=True, slots=True)
class ExchangeRatesSettings:
    """The Bank asks nobody who they are, and to be asked slowly."""

    base_url: str
    requests_per_minute: int = 30
