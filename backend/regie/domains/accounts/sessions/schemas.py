"""Signing in, over the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints

from regie.access.permissions import Permission
from regie.core.api.wire import Email, Flag, Input, Line, Output, Ref, refuse_unseen
from regie.domains.people.users.schemas import RoleName, ScopeWord
from regie.domains.records.settings.schemas import SettingsLabels

Factor = Literal["totp", "passkey", "recovery_code"]
Secret = Annotated[str, Field(min_length=1, max_length=1_000)]
Target = Annotated[str, StringConstraints(max_length=1_000), AfterValidator(refuse_unseen)]
GoogleText = Annotated[str, Field(min_length=1, max_length=2_000)]


class Credentials(Input):
    """`email` with either `password` or the `code` that was sent there."""

    # A password is taken as it was typed: its spaces count.
    model_config = ConfigDict(str_strip_whitespace=False)

    email: Line
    password: Secret | None = None
    code: Annotated[str, StringConstraints(max_length=20)] | None = None
    remember: Flag = False


class CodeRequest(Input):
    """`redirect` is where the mail's link leads after the sign-in: a path of this site, or it is left out."""

    email: Email
    redirect: Target = ""


class GoogleCallback(Input):
    code: GoogleText
    state: GoogleText | None = None


class GoogleAddress(Output):
    """Where the browser goes to choose a Google account."""

    url: str


class CurrentEmployee(Output):
    api_id: str
    metric_scopes: list[str]
    metric_permissions: list[str]


class CurrentUser(Output):
    """`permissions` holds the scope (`all`, `team`, `own`) of each permission the person has.

    `must_enrol` says that the organization asks for a second factor which is not set up yet: until then nothing else
    answers. `organization` is how it is called and shown, and how it counts days.
    """

    api_id: str
    email: str
    name: str
    first_name: str
    last_name: str
    locale: str
    timezone: str
    currency: str
    roles: list[str]
    status: str
    two_factor: bool
    google_linked: bool
    has_password: bool
    avatar: str | None
    must_enrol: bool
    organization: SettingsLabels
    created_at: datetime
    updated_at: datetime
    version: int
    employee: CurrentEmployee | None
    permissions: dict[str, str]


class ImpersonatorOut(Ref):
    until: datetime


class ImpersonatedUser(CurrentUser):
    """The current user while somebody else really sits there."""

    impersonator: ImpersonatorOut


class SignedIn(Output):
    """`data` is who is signed in now; or null, and `second_factor` names what may be shown as the second factor."""

    data: CurrentUser | None
    second_factor: list[Factor] | None


class GoogleSignedIn(Output):
    """The specification's answer to a Google code; `second_factor` as in `SignedIn`."""

    user: CurrentUser | None
    is_email_allowed: bool | None
    second_factor: list[Factor] | None


class SessionRow(Output):
    """A browser in which the caller is signed in."""

    api_id: str
    method: str
    address: str
    agent: str
    created_at: datetime
    seen_at: datetime
    is_current: bool


class Grant(Output):
    """One thing that a person may do: how far it reaches, and whether a role or their employee record gives it so."""

    permission: Permission
    scope: ScopeWord
    roles: list[RoleName]
    by_record: bool


class AccountAccess(Output):
    """Everything that a person may do, and why."""

    user: str
    roles: list[RoleName]
    grants: list[Grant]
