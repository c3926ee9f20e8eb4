"""API schemas of users."""

from datetime import datetime
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from regie.access.permissions import Role
from regie.access.permissions import ScopeName as ScopeName
from regie.core.api.wire import Currency, Email, EmptyAsNone, Input, ListQuery, Output, SingleLineText, Version
from regie.core.files.pictures import PictureText
from regie.core.time.zones import Timezone

RoleName = Literal["super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee"]
Status = Literal["invited", "active", "deactivated"]
Language = Literal["en-us", "fr-ca"]
Name = Annotated[SingleLineText, StringConstraints(max_length=100)]
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
    """The columns of one user."""

    previous_roles: list[str]


class UserOut(UserDetails):
    """`can` lists the caller's allowed actions, `grantable_roles` the roles that they may grant and revoke.

    `undelivered_at` is when sending the last email to the user's address was given up.
    """

    undelivered_at: datetime | None
    grantable_roles: list[RoleName]
    can: list[UserAction]


class UserCreate(Input):
    """Without `locale`, `timezone` or `currency`, the organization's defaults apply."""

    email: Email
    first_name: Name
    last_name: Name
    roles: Annotated[Roles, Field(min_length=1)]
    locale: Annotated[Language | None, EmptyAsNone] = None
    timezone: Annotated[Timezone | None, EmptyAsNone] = None
    currency: Annotated[Currency | None, EmptyAsNone] = None


class UserUpdate(Input):
    """Only the sent fields change; empty roles deactivate the user."""

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
    """A whole profile, which replaces the present one."""

    first_name: Name
    last_name: Name
    locale: Language
    timezone: Timezone
    currency: Currency
    version: Version | None = None


class AvatarQuery(Input):
    """`v` is the picture's digest, so that a new picture has a new URL; `/me` contains the whole URL."""

    v: Annotated[str, StringConstraints(max_length=64)] | None = None


class UserQuery(ListQuery):
    role: Annotated[list[RoleName], Field(max_length=len(Role))] = []
    status: Annotated[list[Status], Field(max_length=3)] = []
    two_factor: bool | None = None


class AvatarUpload(Input):
    """A small PNG, JPEG or WebP picture, base64-encoded."""

    content: PictureText
