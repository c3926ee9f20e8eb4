"""Who can sign in: the demo's people with their agency's Workspace, and outsiders of each kind there is."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Account:
    """`hd` is the domain of a Workspace; private accounts have none."""

    sub: str
    email: str
    given_name: str
    family_name: str
    hd: str | None = None
    email_verified: bool = True

    @property
    def name(self) -> str:
        return f"{self.given_name} {self.family_name}".strip()

    def claims(self, scopes: frozenset[str]) -> dict[str, Any]:
        """What the account lets an application know, as far as it asked."""
        found: dict[str, Any] = {"sub": self.sub}
        if "email" in scopes:
            found |= {"email": self.email, "email_verified": self.email_verified}
        if "profile" in scopes:
            found |= {"name": self.name, "given_name": self.given_name, "family_name": self.family_name}
            found["picture"] = f"https://lh3.example/{self.sub}.png"
        return found | ({"hd": self.hd} if self.hd else {})


_AGENCY = "regie.example"
_PEOPLE = (
    ("super_admin", "Geneviève", "Lapointe"),
    ("admin", "Olivier", "Gagnon"),
    ("financial_manager", "Nathalie", "Bergeron"),
    ("account_manager", "Maëlle", "Tremblay"),
    ("churn_manager", "Samuel", "Côté"),
    ("employee", "Émilie", "Fortin"),
    ("joel.lavoie", "Joël", "Lavoie"),
    ("sarah.mcallister", "Sarah", "McAllister"),
    ("deactivated", "Karine", "Dubé"),
)
_OUTSIDERS = (
    Account("109000000000000000001", "zoe.damours@gmail.com", "Zoé", "D'Amours 🎄"),
    Account("109000000000000000002", "marc@atelier-nord.example", "Marc", "St-Onge", "atelier-nord.example"),
    Account("109000000000000000003", "employee2@regie.example", "Luc", "Non vérifié", _AGENCY, email_verified=False),
    # An address of the agency's domain that somebody took for a private account: no Workspace vouches for it.
    Account("109000000000000000004", "stranger@regie.example", "Ève", "Privée"),
)
SEED = (
    *(
        Account(f"{104857600000000000001 + place}", f"{name}@{_AGENCY}", given, family, _AGENCY)
        for place, (name, given, family) in enumerate(_PEOPLE)
    ),
    *_OUTSIDERS,
)


class EditRefused(ValueError):
    """The edit asked for makes no sense for an account."""


class Accounts:
    def __init__(self) -> None:
        self._by_sub: dict[str, Account] = {}
        self.reset()

    def reset(self) -> None:
        self._by_sub = {account.sub: account for account in SEED}

    def all(self) -> list[Account]:
        return list(self._by_sub.values())

    def get(self, sub: str) -> Account | None:
        return self._by_sub.get(sub)

    def hinted(self, hint: str) -> Account | None:
        """A login_hint is an e-mail address or a sub."""
        return next((one for one in self.all() if hint and hint in (one.sub, one.email)), None)

    def edit(self, wanted: dict[str, Any]) -> dict[str, Any]:
        """{"sub", …}: changes the fields given, makes an account that is not there, or removes it ("gone": true)."""
        sub = str(wanted.get("sub") or "")
        if not sub:
            raise EditRefused("which sub?")
        if wanted.get("gone"):
            self._by_sub.pop(sub, None)
            return {"sub": sub, "gone": True}
        changes = {name: value for name, value in wanted.items() if name != "sub"}
        known = {field.name for field in fields(Account)}
        if not set(changes) <= known:
            raise EditRefused(f"fields are {', '.join(sorted(known))}")
        before = self._by_sub.get(sub) or Account(sub, "", "New", "Account")
        account = replace(before, **changes)
        if not account.email:
            raise EditRefused("an account has an e-mail address")
        self._by_sub[sub] = account
        return asdict(account)
