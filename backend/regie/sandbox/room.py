"""Everything that the imitated services share while they run."""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

from regie.sandbox.agency.build import Agency
from regie.sandbox.clock import SandboxClock
from regie.sandbox.faults import Faults
from regie.sandbox.google.world import GoogleWorld
from regie.sandbox.hubspot.tokens import HubspotTokens
from regie.sandbox.limits import Limits, Window
from regie.sandbox.quickbooks.consent import Codes
from regie.sandbox.quickbooks.tokens import QuickbooksTokens
from regie.sandbox.search_lag import SearchLag
from regie.sandbox.webhooks import Webhooks


@dataclass(slots=True)
class Switches:
    """Where the real services differ from account to account, or are not known for sure."""

    teamwork_categories_meta: bool = False
    teamwork_reset_as_epoch: bool = False
    hubspot_versions: tuple[str, ...] = ("2026-09", "2026-03", "v3")
    hubspot_multicurrency: bool = True
    hubspot_association_ids_as_text: bool = False
    hubspot_search_lag_ms: int = 1_500
    quickbooks_old_token_kills: bool = True
    webhooks_twice: bool = False
    webhooks_backwards: bool = False
    webhooks_badly_signed: bool = False
    hubspot_webhooks_v2: bool = False
    quickbooks_webhooks_legacy: bool = False
    # Beside any http://localhost:<port>/auth/login, which is always registered.
    google_redirect_uris: tuple[str, ...] = ()
    # Beside any http://localhost:<port>/admin/connections.
    quickbooks_redirect_uris: tuple[str, ...] = ()


@dataclass(slots=True)
class Room:
    agency: Agency
    clock: SandboxClock
    limits: Limits
    switches: Switches = field(default_factory=Switches)
    faults: Faults = field(default_factory=Faults)
    lag: SearchLag = field(default_factory=SearchLag)
    hubspot_tokens: HubspotTokens = field(default_factory=HubspotTokens)
    quickbooks_tokens: QuickbooksTokens = field(default_factory=QuickbooksTokens)
    quickbooks_codes: Codes = field(default_factory=Codes)
    webhooks: Webhooks = field(default_factory=Webhooks)
    google: GoogleWorld = field(default_factory=GoogleWorld)
    tombstones: list[tuple[int, str, int]] = field(default_factory=list)
    requests: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=50_000))
    windows: dict[str, Window] = field(default_factory=dict)
    _first: tuple[Limits, Switches] | None = None

    def __post_init__(self) -> None:
        self._first = (replace(self.limits), replace(self.switches))

    def window(self, name: str, span_ms: int) -> Window:
        return self.windows.setdefault(name, Window(span_ms))

    def reset(self) -> None:
        """Back to the seed, the first settings and the first clock; nothing asked, nothing broken."""
        for table in self.agency.tables().values():
            table.reset()
        if self._first is not None:
            self.limits, self.switches = replace(self._first[0]), replace(self._first[1])
        self.faults.clear()
        self.lag.clear()
        self.hubspot_tokens = HubspotTokens()
        self.quickbooks_tokens = QuickbooksTokens()
        self.quickbooks_codes = Codes()
        self.webhooks.reset()
        self.google.reset()
        self.tombstones.clear()
        self.requests.clear()
        self.windows.clear()
        self.clock.reset()
