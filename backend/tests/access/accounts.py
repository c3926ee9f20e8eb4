"""Builds the requests of the matrix for accounts and sign-in; each cell has its own user."""

import json
from dataclasses import dataclass
from typing import Any

from sqlalchemy import delete

from regie.core.db.ids import new_api_id
from regie.domains.administration.saved_views.models import SavedView
from regie.domains.records.settings.models import OrganizationLogo
from regie.domains.records.users.models import Avatar
from tests.conftest import NOON
from tests.factories.authenticator import Authenticator
from tests.factories.credentials import (
    link_google_account,
    make_email_link,
    make_passkey,
    make_pending_sign_in,
    make_totp_device,
    totp_code,
)
from tests.factories.exports import make_export
from tests.factories.files import PNG, to_base64
from tests.factories.notifications import AWARD, make_notification
from tests.factories.people import PASSWORD, make_user
from tests.factories.saved_views import make_saved_view
from tests.factories.world import ROLES, World

_NEW_PASSWORD = "quatre érables au bord du fleuve"


@dataclass(frozen=True)
class Call:
    """One request, with a JSON body, or with form fields and a file."""

    path: str
    body: Any = None
    form: dict[str, str] | None = None
    file: tuple[str, bytes] | None = None

    @property
    def options(self) -> dict[str, Any]:
        """The arguments for the HTTP client."""
        if self.form is None:
            return {} if self.body is None else {"json": self.body}
        fields = [(name, (None, value)) for name, value in self.form.items()]
        return {"files": [*fields, *([("file", self.file)] if self.file else [])]}


def _second_step(world: World, _column: str, row: str) -> Call:
    """The browser passed the first factor; the user has an authenticator app."""
    code = "000000"
    if row != "nothing_begun":
        user, context = world.last_new_browser.user, world.app.state.context
        with world.database.write() as session:
            secret = make_totp_device(session, context, user)
            make_pending_sign_in(session, context, user, world.last_new_browser.token)
        code = totp_code(secret, NOON) if row == "right_code" else "000000"
    return Call("/auth/second-factor", {"code": code})


def _challenge(world: World, column: str, row: str) -> Call:
    _second_step(world, column, row)
    return Call("/auth/second-factor/challenges")


def _password_by_link(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        token = make_email_link(session, world.app.state.context, world.last_new_browser.user)
    return Call("/auth/passwords", {"token": token if row == "right_link" else "wrong", "password": _NEW_PASSWORD})


def _set_up_organization(world: World, _column: str, row: str) -> Call:
    """A link of any account but the first."""
    with world.database.write() as session:
        token = make_email_link(session, world.app.state.context, world.last_new_browser.user)
    answers = {"first_name": "Zoé", "last_name": "Roy", "name": "Boréale"}
    answers |= {"locale": "fr-ca", "timezone": "America/Toronto", "reporting_currency": "CAD"}
    password = {"token": token if row == "other_link" else "wrong", "password": _NEW_PASSWORD}
    return Call("/auth/owner-setups", password | answers)


def _change_password(_world: World, _column: str, row: str) -> Call:
    current = PASSWORD if row == "right_password" else "wrong"
    return Call("/api/v1/me/password", {"current_password": current, "password": _NEW_PASSWORD})


def _prove(_world: World, _column: str, row: str) -> Call:
    return Call("/api/v1/me/reauthentications", {"password": PASSWORD if row == "right_password" else "wrong"})


def _with_totp(path: str) -> Any:
    def request(world: World, _column: str, row: str) -> Call:
        if row == "with_totp":
            with world.database.write() as session:
                make_totp_device(session, world.app.state.context, world.last_new_browser.user)
        return Call(path)

    return request


def _confirm(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        secret = make_totp_device(session, world.app.state.context, world.last_new_browser.user, is_confirmed=False)
    code = totp_code(secret, NOON) if row == "right_code" else "000000"
    return Call("/api/v1/me/second-factor/totp/confirmation", {"code": code})


def _add_passkey(world: World, _column: str, row: str) -> Call:
    challenge = world.last_new_browser.call("PUT", "/api/v1/me/second-factor/passkeys/challenge")
    options = challenge.json()["data"]["options"] if challenge.status_code == 200 else {"challenge": "AAAA"}
    credential = Authenticator().create(options if row == "signed" else {"challenge": "AAAA"})
    body = {"name": "Téléphone", "credential": json.dumps(credential)}
    return Call("/api/v1/me/second-factor/passkeys", body)


def _remove_passkey(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        owner = make_user(session) if row == "other" else world.last_new_browser.user
        api_id = make_passkey(session, owner, NOON).api_id
    return Call(f"/api/v1/me/second-factor/passkeys/{new_api_id() if row == 'missing' else api_id}")


def _end_session(world: World, _column: str, row: str) -> Call:
    api_id = new_api_id()
    if row == "own":
        user = world.last_new_browser.user
        other_browser = world.new_user_browser("visitor").signed_in_as(user, NOON)
        found = other_browser.get("/api/v1/sessions")
        api_id = found.json()["data"][0]["api_id"] if found.status_code == 200 else api_id
    return Call(f"/api/v1/sessions/{api_id}")


def _invite(_world: World, _column: str, row: str) -> Call:
    role = row.removeprefix("make_")
    person = {"email": f"{new_api_id()}@regie.example", "first_name": "Zoé", "last_name": "D’Amours", "roles": [role]}
    return Call("/api/v1/users", person)


def _update_user(world: World, column: str, row: str) -> Call:
    target, _, role = row.partition("_make_")
    body = {"roles": [role]} if role else {"first_name": "Zoé"}
    return Call(f"/api/v1/users/{world.user(column, target)}", body)


def _profile(world: World, column: str, row: str) -> Call:
    body = {"first_name": "Zoé", "last_name": "D’Amours", "locale": "fr-ca", "timezone": "Europe/Paris"}
    return Call(f"/api/v1/users/{world.user(column, row)}/profile", body | {"currency": "EUR"})


def _read_avatar(world: World, column: str, row: str) -> Call:
    if row != "with_avatar":
        return Call(f"/api/v1/users/{world.user(column, row)}/avatar")
    with world.database.write() as session:
        user = make_user(session)
        session.add(Avatar(user_id=user.id, mime="image/png", content=PNG, digest="0" * 64))
        return Call(f"/api/v1/users/{user.api_id}/avatar")


def _change_settings(_world: World, _column: str, row: str) -> Call:
    return Call(
        "/api/v1/settings", {"payment_terms_days": 45} if row == "terms" else {"name": f"Agence {new_api_id()}"}
    )


def _read_logo(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        session.execute(delete(OrganizationLogo))
        if row == "with_logo":
            session.add(OrganizationLogo(id=1, mime="image/png", content=PNG))
    return Call("/api/v1/settings/logo")


def _impersonate(world: World, column: str, row: str) -> Call:
    api_id = world.last_new_browser.user.api_id if row == "self" else world.user(column, row)
    return Call(f"/api/v1/impersonated-users/{api_id}", {"reason": "Facture introuvable"})


def _about_user(path: str, body: Any = None, **fields: Any) -> Any:
    return lambda world, column, row: Call(path.format(id=world.user(column, row, **fields)), body)


def _unlink_google(world: World, column: str, row: str) -> Call:
    api_id = world.user(column, row.removeprefix("unlinked_"))
    if row in ROLES:
        link_google_account(world.database, api_id)
    return Call(f"/api/v1/users/{api_id}/google-account")


def _unlink_own_google(world: World, _column: str, row: str) -> Call:
    if row == "linked":
        link_google_account(world.database, world.last_new_browser.user.api_id)
    return Call("/api/v1/me/google-account")


def _notification(world: World, row: str) -> str:
    """Create a notification of the newest user, or of another one."""
    if row == "missing":
        return new_api_id()
    with world.database.write() as session:
        reader = make_user(session) if row == "other" else world.last_new_browser.user
        if not reader.roles:
            return new_api_id()
        return make_notification(session, world.app.state.context, reader.id, kind="award", values=AWARD).api_id


def _mark_notification(world: World, _column: str, row: str) -> Call:
    return Call(f"/api/v1/notifications/{_notification(world, row)}", {"read": True})


def _read_notifications(world: World, _column: str, row: str) -> Call:
    return Call("/api/v1/notifications/reads", {"newest": _notification(world, row)})


def _saved_view(world: World, _column: str, row: str) -> str:
    """Create a saved view of the newest or another user; some are shared, of lists with different readers."""
    if row == "missing":
        return new_api_id()
    fields: dict[str, Any] = {"is_shared": "shared" in row, "list_name": _LISTS.get(row, "clients")}
    with world.database.write() as session:
        session.execute(delete(SavedView).where(SavedView.is_shared))
        owner = make_user(session) if row.startswith("other") else world.last_new_browser.user
        return make_saved_view(session, owner.id, **fields).api_id


# All roles can read clients, some can read payments, only administrators can read users.
_LISTS = {"other_shared_payments": "projects-payments", "other_shared_users": "users"}


def _about_view(body: Any = None, rest: str = "") -> Any:
    return lambda *cell: Call(f"/api/v1/saved-views/{_saved_view(*cell)}{rest}", body)


def _create_view(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        session.execute(delete(SavedView).where(SavedView.is_shared))
    body = {"list_name": "users" if row == "shared_users" else "clients", "name": "À risque"}
    return Call("/api/v1/saved-views", body if row == "own" else body | {"is_shared": True})


def _export(world: World, _column: str, row: str) -> str:
    """Create an export of the newest user, or of another one."""
    with world.database.write() as session:
        owner = make_user(session) if row == "other" else world.last_new_browser.user
        return new_api_id() if row == "missing" else make_export(session, owner.id).api_id


def _about_export(rest: str = "") -> Any:
    return lambda *cell: Call(f"/api/v1/exports/{_export(*cell)}{rest}")


def _with_newest_email(path: str) -> Any:
    return lambda world, _column, _row: Call(path, {"email": world.last_new_browser.user.email})


_SECOND_FACTOR = "/api/v1/me/second-factor"
# The caller's own account and session.
OWN_REQUESTS: dict[str, Any] = {
    "POST /auth/email/codes": _with_newest_email("/auth/email/codes"),
    "POST /auth/google/attempts": lambda *_: Call("/auth/google/attempts"),
    "POST /auth/google/callbacks": lambda *_: Call("/auth/google/callbacks", {"code": "x", "state": "y"}),
    "POST /auth/password/resets": _with_newest_email("/auth/password/resets"),
    "POST /auth/owner-setups": _set_up_organization,
    "POST /auth/passwords": _password_by_link,
    "POST /auth/second-factor": _second_step,
    "POST /auth/second-factor/challenges": _challenge,
    "DELETE /api/v1/sessions": lambda *_: Call("/api/v1/sessions"),
    "DELETE /api/v1/sessions/{id}": _end_session,
    "PUT /api/v1/me/password": _change_password,
    "POST /api/v1/me/reauthentications": _prove,
    "DELETE /api/v1/me/google-account": _unlink_own_google,
    "PUT /api/v1/me/avatar": lambda *_: Call("/api/v1/me/avatar", {"content": to_base64(PNG)}),
    "DELETE /api/v1/me/avatar": lambda *_: Call("/api/v1/me/avatar"),
    f"PUT {_SECOND_FACTOR}/totp": _with_totp(f"{_SECOND_FACTOR}/totp"),
    f"PUT {_SECOND_FACTOR}/totp/confirmation": _confirm,
    f"DELETE {_SECOND_FACTOR}/totp": _with_totp(f"{_SECOND_FACTOR}/totp"),
    f"PUT {_SECOND_FACTOR}/recovery-codes": _with_totp(f"{_SECOND_FACTOR}/recovery-codes"),
    f"PUT {_SECOND_FACTOR}/passkeys/challenge": lambda *_: Call(f"{_SECOND_FACTOR}/passkeys/challenge"),
    f"PUT {_SECOND_FACTOR}/passkeys": _add_passkey,
    f"DELETE {_SECOND_FACTOR}/passkeys/{{id}}": _remove_passkey,
    "POST /api/v1/impersonated-users/{id}": _impersonate,
    "DELETE /api/v1/impersonated-users": lambda *_: Call("/api/v1/impersonated-users"),
    "PATCH /api/v1/notifications/{id}": _mark_notification,
    "POST /api/v1/notifications/reads": _read_notifications,
    "PATCH /api/v1/me/notification-settings": lambda *_: Call(
        "/api/v1/me/notification-settings", {"goals_due": {"by_mail": "never"}}
    ),
    "POST /api/v1/saved-views": _create_view,
    "GET /api/v1/exports": lambda *_: Call("/api/v1/exports"),
    "POST /api/v1/exports": lambda _world, _column, row: Call("/api/v1/exports", {"list_name": row, "format": "csv"}),
    "GET /api/v1/exports/{id}": _about_export(),
    "DELETE /api/v1/exports/{id}": _about_export(),
    "GET /api/v1/exports/{id}/file": _about_export("/file"),
    "POST /api/v1/me/personal-data-exports": lambda *_: Call("/api/v1/me/personal-data-exports"),
    "GET /api/v1/saved-views/{id}": _about_view(),
    "PATCH /api/v1/saved-views/{id}": _about_view({"name": "À suivre"}),
    "DELETE /api/v1/saved-views/{id}": _about_view(),
    "PUT /api/v1/saved-views/{id}/default": _about_view(rest="/default"),
    "DELETE /api/v1/saved-views/{id}/default": _about_view(rest="/default"),
    "PUT /api/v1/saved-views/{id}/use": _about_view(rest="/use"),
}


def _personal_data(path: str, **body: str) -> Any:
    def request(world: World, column: str, row: str) -> Call:
        api_id = world.user(column, row, first_name="Zoé", last_name="Latour", name="Zoé Latour")
        return Call(path, {"kind": "user", "id": api_id, **body})

    return request


REQUESTS: dict[str, Any] = OWN_REQUESTS | {
    "POST /api/v1/personal-data-exports": _personal_data("/api/v1/personal-data-exports"),
    "POST /api/v1/erasures": _personal_data("/api/v1/erasures", name="Zoé Latour", reason="Request"),
    "POST /api/v1/users": _invite,
    "GET /api/v1/users/{id}": _about_user("/api/v1/users/{id}"),
    "GET /api/v1/users/{id}/access": _about_user("/api/v1/users/{id}/access"),
    "GET /api/v1/users/{id}/avatar": _read_avatar,
    "GET /api/v1/users/{id}/responsibilities": _about_user("/api/v1/users/{id}/responsibilities"),
    "PATCH /api/v1/users/{id}": _update_user,
    "DELETE /api/v1/users/{id}": _about_user("/api/v1/users/{id}"),
    "GET /api/v1/users/{id}/profile": _about_user("/api/v1/users/{id}/profile"),
    "PUT /api/v1/users/{id}/profile": _profile,
    "PATCH /api/v1/users/{id}/profile": _profile,
    "POST /api/v1/users/{id}/invitations": _about_user("/api/v1/users/{id}/invitations"),
    "DELETE /api/v1/users/{id}/sessions": _about_user("/api/v1/users/{id}/sessions"),
    "DELETE /api/v1/users/{id}/second-factor": _about_user("/api/v1/users/{id}/second-factor", two_factor=True),
    "DELETE /api/v1/users/{id}/google-account": _unlink_google,
    "POST /api/v1/deactivated-users/{id}": _about_user("/api/v1/deactivated-users/{id}", {}),
    "DELETE /api/v1/deactivated-users/{id}": _about_user("/api/v1/deactivated-users/{id}"),
    "POST /api/v1/settings": _change_settings,
    "PUT /api/v1/setup-dismissal": lambda *_: Call("/api/v1/setup-dismissal", {"is_dismissed": True}),
    "POST /api/v1/sample-data/removals": lambda *_: Call("/api/v1/sample-data/removals", {"added": 0}),
    "GET /api/v1/settings/logo": _read_logo,
    "GET /api/v1/settings/month-pack-candidates": lambda _world, _column, _row: Call(
        "/api/v1/settings/month-pack-candidates"
    ),
}
