"""API schemas of signing in."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints

from regie.access.permissions import Permission
from regie.core.api.wire import Email, Flag, Input, Output, Ref, SingleLineText, validate_visible_text
from regie.domains.people.users.schemas import RoleName, ScopeName
from regie.domains.records.settings.schemas import SettingsLabels

Factor = Literal["totp", "passkey", "recovery_code"]
Secret = Annotated[str, Field(min_length=1, max_length=1_000)]
Target = Annotated[str, StringConstraints(max_length=1_000), AfterValidator(validate_visible_text)]
GoogleText = Annotated[str, Field(min_length=1, max_length=2_000)]


class Credentials(Input):
    """`email` with either `password` or the emailed `code`."""

    # Spaces are part of a password.
    model_config = ConfigDict(str_strip_whitespace=False)

    email: SingleLineText
    password: Secret | None = None
    code: Annotated[str, StringConstraints(max_length=20)] | None = None
    remember: Flag = False


class CodeRequest(Input):
    """`redirect` is the path to open after the sign-in; others than paths of this site are ignored."""

    email: Email
    redirect: Target = ""


class GoogleCallback(Input):
    code: GoogleText
    state: GoogleText | None = None


class GoogleAddress(Output):
    """The URL at which the user chooses a Google account."""

    url: str


class CurrentEmployee(Output):
    api_id: str
    metric_scopes: list[str]
    metric_permissions: list[str]


class CurrentUser(Output):
    """`permissions` maps each permission to its scope (`all`, `team`, `own`).

    With `must_enrol` the organization requires a second factor that the user has not set up: all other routes refuse
    them. `organization` has its name, logo and calendar settings. With `has_sample_data` all records are fictional.
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
    has_sample_data: bool
    created_at: datetime
    updated_at: datetime
    version: int
    employee: CurrentEmployee | None
    permissions: dict[str, str]


class ImpersonatorOut(Ref):
    until: datetime


class ImpersonatedUser(CurrentUser):
    """The current user while another user impersonates them."""

    impersonator: ImpersonatorOut


class SignedIn(Output):
    """`data` is the signed-in user; null while one of `second_factor` is required."""

    data: CurrentUser | None
    second_factor: list[Factor] | None


class GoogleSignedIn(Output):
    """The response to Google's code; `second_factor` as in `SignedIn`."""

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
    """A permission with its scope, and whether roles or the employee record grant it."""

    permission: Permission
    scope: ScopeName
    roles: list[RoleName]
    by_record: bool


class AccountAccess(Output):
    """All permissions of a user, and what grants them."""

    user: str
    roles: list[RoleName]
    grants: list[Grant]
