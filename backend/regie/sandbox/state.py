"""The state that the imitated services share while they run."""

from collections import deque
from dataclasses import dataclass, field, replace
from typing import Any

from regie.sandbox.agency.build import Agency
from regie.sandbox.clock import SandboxClock
from regie.sandbox.faults import Faults
from regie.sandbox.google.state import GoogleState
from regie.sandbox.hubspot.tokens import HubspotTokens
from regie.sandbox.limits import Limits, RateWindow
from regie.sandbox.quickbooks.consent import ConsentCodes
from regie.sandbox.quickbooks.tokens import QuickbooksTokens
from regie.sandbox.search_lag import SearchLag
from regie.sandbox.webhooks import Webhooks


@dataclass(slots=True)
class Switches:
    """Behaviours of the real services that differ between accounts or are not certain."""

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
    # In addition to any http://localhost:<port>/auth/login, which is always registered.
    google_redirect_uris: tuple[str, ...] = ()
    # In addition to any http://localhost:<port>/admin/connections.
    quickbooks_redirect_uris: tuple[str, ...] = ()


@dataclass(slots=True)
class SandboxState:
    agency: Agency
    clock: SandboxClock
    limits: Limits
    switches: Switches = field(default_factory=Switches)
    faults: Faults = field(default_factory=Faults)
    lag: SearchLag = field(default_factory=SearchLag)
    hubspot_tokens: HubspotTokens = field(default_factory=HubspotTokens)
    quickbooks_tokens: QuickbooksTokens = field(default_factory=QuickbooksTokens)
    quickbooks_codes: ConsentCodes = field(default_factory=ConsentCodes)
    webhooks: Webhooks = field(default_factory=Webhooks)
    google: GoogleState = field(default_factory=GoogleState)
    tombstones: list[tuple[int, str, int]] = field(default_factory=list)
    requests: deque[dict[str, Any]] = field(default_factory=lambda: deque(maxlen=50_000))
    windows: dict[str, RateWindow] = field(default_factory=dict)
    _initial: tuple[Limits, Switches] | None = None

    def __post_init__(self) -> None:
        self._initial = (replace(self.limits), replace(self.switches))

    def window(self, name: str, span_ms: int) -> RateWindow:
        return self.windows.setdefault(name, RateWindow(span_ms))

    def reset(self) -> None:
        """Restore the seeded records, initial settings and clock; clear the logs and faults."""
        for table in self.agency.tables().values():
            table.reset()
        if self._initial is not None:
            self.limits, self.switches = replace(self._initial[0]), replace(self._initial[1])
        self.faults.clear()
        self.lag.clear()
        self.hubspot_tokens = HubspotTokens()
        self.quickbooks_tokens = QuickbooksTokens()
        self.quickbooks_codes = ConsentCodes()
        self.webhooks.reset()
        self.google.reset()
        self.tombstones.clear()
        self.requests.clear()
        self.windows.clear()
        self.clock.reset()
