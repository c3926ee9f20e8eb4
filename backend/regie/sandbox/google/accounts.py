"""The accounts that can sign in: the demo agency's Workspace accounts, and external accounts of each kind."""

from dataclasses import asdict, dataclass, fields, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Account:
    """A Google account; `hd` is the domain of its Workspace, None for a private account."""

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
        """Return the account's claims for the requested scopes."""
        claims: dict[str, Any] = {"sub": self.sub}
        if "email" in scopes:
            claims |= {"email": self.email, "email_verified": self.email_verified}
        if "profile" in scopes:
            claims |= {"name": self.name, "given_name": self.given_name, "family_name": self.family_name}
            claims["picture"] = f"https://lh3.example/{self.sub}.png"
        return claims | ({"hd": self.hd} if self.hd else {})


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
_EXTERNAL_ACCOUNTS = (
    Account("109000000000000000001", "zoe.damours@gmail.com", "Zoé", "D'Amours 🎄"),
    Account("109000000000000000002", "marc@atelier-nord.example", "Marc", "St-Onge", "atelier-nord.example"),
    Account("109000000000000000003", "employee2@regie.example", "Luc", "Non vérifié", _AGENCY, email_verified=False),
    # A private account with an address of the agency's domain: no Workspace confirms it.
    Account("109000000000000000004", "stranger@regie.example", "Ève", "Privée"),
)
SEED = (
    *(
        Account(f"{104857600000000000001 + position}", f"{name}@{_AGENCY}", given, family, _AGENCY)
        for position, (name, given, family) in enumerate(_PEOPLE)
    ),
    *_EXTERNAL_ACCOUNTS,
)


class InvalidAccountEdit(ValueError):
    """The edit is not possible for an account."""


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

    def find_by_hint(self, hint: str) -> Account | None:
        """Return the account of a login_hint, which is an email address or a sub."""
        return next((account for account in self.all() if hint and hint in (account.sub, account.email)), None)

    def edit(self, edit: dict[str, Any]) -> dict[str, Any]:
        """Apply {"sub", …}: change the given fields, create a missing account, or remove it ("gone": true)."""
        sub = str(edit.get("sub") or "")
        if not sub:
            raise InvalidAccountEdit("sub is required")
        if edit.get("gone"):
            self._by_sub.pop(sub, None)
            return {"sub": sub, "gone": True}
        changes = {name: value for name, value in edit.items() if name != "sub"}
        known = {field.name for field in fields(Account)}
        if not set(changes) <= known:
            raise InvalidAccountEdit(f"fields are {', '.join(sorted(known))}")
        previous = self._by_sub.get(sub) or Account(sub, "", "New", "Account")
        account = replace(previous, **changes)
        if not account.email:
            raise InvalidAccountEdit("an account has an email address")
        self._by_sub[sub] = account
        return asdict(account)
