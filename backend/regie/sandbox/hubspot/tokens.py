"""HubSpot's credentials: permanent keys, and half-hour access tokens of the OAuth path."""

from secrets import token_hex

SCOPES = frozenset(
    {
        "crm.objects.deals.read",
        "crm.objects.companies.read",
        "crm.objects.contacts.read",
        "crm.objects.owners.read",
        "crm.schemas.deals.read",
        "settings.currencies.read",
    }
)
KEYS = {
    "pat-sandbox": SCOPES,
    "pat-sandbox-no-owners": SCOPES - {"crm.objects.owners.read"},
    "pat-sandbox-no-contacts": SCOPES - {"crm.objects.contacts.read"},
}
CLIENT_ID, CLIENT_SECRET, REFRESH_TOKEN = "hs-sandbox-client", "hs-sandbox-secret", "hs-refresh-sandbox"
_LIFETIME_MS = 1_800_000


class HubspotTokens:
    def __init__(self) -> None:
        self._issued: dict[str, int] = {}
        self.refresh_is_dead = False

    def issue(self, now: int) -> str:
        token = f"hs-access-{token_hex(12)}"
        self._issued[token] = now + _LIFETIME_MS
        return token

    def scopes_of(self, token: str, now: int) -> frozenset[str] | None:
        """Return a credential's scopes: None if it is unknown, empty if it has expired."""
        if token in KEYS:
            return KEYS[token]
        expires_at = self._issued.get(token)
        if expires_at is None:
            return None
        return SCOPES if now < expires_at else frozenset()
