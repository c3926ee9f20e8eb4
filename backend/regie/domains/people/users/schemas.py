"""People who sign in, over the wire."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.access.permissions import Role
from regie.access.permissions import ScopeWord as ScopeWord
from regie.core.api.wire import Currency, Email, Input, Line, ListQuery, Optionally, Output, Version
from regie.core.files.pictures import LONGEST_TEXT
from regie.core.time.zones import Timezone

RoleName = Literal["super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee"]
Status = Literal["invited", "active", "deactivated"]
Language = Literal["en-us", "fr-ca"]
Name = Annotated[Line, StringConstraints(max_length=100)]
Roles = Annotated[list[RoleName], Field(max_length=len(Role))]


class AccountManager(Output):
    api_id: str
    name: str
    email: str


UserAction = Literal[
    "edit", "edit_profile", "invite", "deactivate", "reactivate", "delete", "impersonate", "reset_two_factor",
    "end_sessions", "unlink_google",
]  # fmt: skip


class UserRow(Output):
    api_id: str
    email: str
    name: str
    first_name: str
    last_name: str
    locale: str
    timezone: str
    currency: str
    roles: list[str]
    status: Status
    two_factor: bool
    google_linked: bool
    last_seen_at: datetime | None
    invited_at: datetime | None
    created_at: datetime
    updated_at: datetime
    version: int


class UserDetails(UserRow):
    """The columns of one person."""

    previous_roles: list[str]


class UserOut(UserDetails):
    """`can` is what the caller may do with this person now, `grantable_roles` what they may give and take.

    `undelivered_at` is when the last mail to their address was given up, if one was.
    """

    undelivered_at: datetime | None
    grantable_roles: list[RoleName]
    can: list[UserAction]


class UserCreate(Input):
    """Without `locale`, `timezone` or `currency`, the organization's own."""

    email: Email
    first_name: Name
    last_name: Name
    roles: Annotated[Roles, Field(min_length=1)]
    locale: Annotated[Language | None, Optionally] = None
    timezone: Annotated[Timezone | None, Optionally] = None
    currency: Annotated[Currency | None, Optionally] = None


class UserUpdate(Input):
    """Only the fields that are sent change; emptying the roles deactivates."""

    email: Email = ""
    first_name: Name = ""
    last_name: Name = ""
    roles: Roles = []
    locale: Language = "en-us"
    timezone: Timezone = ""
    currency: Currency = ""
    version: Version | None = None


class ProfileUpdate(Input):
    first_name: Name = ""
    last_name: Name = ""
    locale: Language = "en-us"
    timezone: Timezone = ""
    currency: Currency = ""
    version: Version | None = None


class Profile(Input):
    """A whole profile, put in place of the present one."""

    first_name: Name
    last_name: Name
    locale: Language
    timezone: Timezone
    currency: Currency
    version: Version | None = None


class AvatarQuery(Input):
    """`v` names the picture that is meant, so that a new one is asked for anew: `/me` gives the whole address."""

    v: Annotated[str, StringConstraints(max_length=64)] | None = None


class UserQuery(ListQuery):
    role: Annotated[list[RoleName], Field(max_length=len(Role))] = []
    status: Annotated[list[Status], Field(max_length=3)] = []
    two_factor: bool | None = None


class AvatarUpload(Input):
    """A small PNG, JPEG or WebP picture, base64-encoded."""

    content: Annotated[str, StringConstraints(min_length=1, max_length=LONGEST_TEXT)]
