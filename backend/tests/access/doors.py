"""The requests of the matrix about people who sign in and how: each cell of these has a person of its own."""

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
from tests.factories.doors import code_of, link_google, make_link, make_passkey, make_pending, make_totp
from tests.factories.exports import make_export
from tests.factories.files import PNG, as_text
from tests.factories.people import PASSWORD, make_user
from tests.factories.told import AWARD, tell
from tests.factories.views import make_view
from tests.factories.world import ROLES, World

_NEW_PASSWORD = "quatre érables au bord du fleuve"


@dataclass(frozen=True)
class Call:
    """One request: a JSON body, or a form's fields beside its file."""

    path: str
    body: Any = None
    form: dict[str, str] | None = None
    file: tuple[str, bytes] | None = None

    @property
    def options(self) -> dict[str, Any]:
        """As an HTTP client takes them."""
        if self.form is None:
            return {} if self.body is None else {"json": self.body}
        fields = [(name, (None, value)) for name, value in self.form.items()]
        return {"files": [*fields, *([("file", self.file)] if self.file else [])]}


def _second_step(world: World, _column: str, row: str) -> Call:
    """The browser has shown the first factor of the newest person, who has an authenticator app."""
    code = "000000"
    if row != "nothing_begun":
        user, context = world.newest.user, world.app.state.context
        with world.database.write() as session:
            secret = make_totp(session, context, user)
            make_pending(session, context, user, world.newest.token)
        code = code_of(secret, NOON) if row == "right_code" else "000000"
    return Call("/auth/second-factor", {"code": code})


def _challenge(world: World, column: str, row: str) -> Call:
    _second_step(world, column, row)
    return Call("/auth/second-factor/challenges")


def _password_by_link(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        token = make_link(session, world.app.state.context, world.newest.user)
    return Call("/auth/passwords", {"token": token if row == "right_link" else "wrong", "password": _NEW_PASSWORD})


def _change_password(_world: World, _column: str, row: str) -> Call:
    current = PASSWORD if row == "right_password" else "wrong"
    return Call("/api/v1/me/password", {"current_password": current, "password": _NEW_PASSWORD})


def _prove(_world: World, _column: str, row: str) -> Call:
    return Call("/api/v1/me/proofs", {"password": PASSWORD if row == "right_password" else "wrong"})


def _with_totp(path: str) -> Any:
    def request(world: World, _column: str, row: str) -> Call:
        if row == "with_totp":
            with world.database.write() as session:
                make_totp(session, world.app.state.context, world.newest.user)
        return Call(path)

    return request


def _confirm(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        secret = make_totp(session, world.app.state.context, world.newest.user, is_confirmed=False)
    code = code_of(secret, NOON) if row == "right_code" else "000000"
    return Call("/api/v1/me/second-factor/totp/confirmation", {"code": code})


def _add_passkey(world: World, _column: str, row: str) -> Call:
    asked = world.newest.call("PUT", "/api/v1/me/second-factor/passkeys/challenge")
    options = asked.json()["data"]["options"] if asked.status_code == 200 else {"challenge": "AAAA"}
    credential = Authenticator().create(options if row == "signed" else {"challenge": "AAAA"})
    sent = {"name": "Téléphone", "credential": json.dumps(credential)}
    return Call("/api/v1/me/second-factor/passkeys", sent)


def _remove_passkey(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        owner = make_user(session) if row == "other" else world.newest.user
        api_id = make_passkey(session, owner, NOON).api_id
    return Call(f"/api/v1/me/second-factor/passkeys/{new_api_id() if row == 'missing' else api_id}")


def _end_session(world: World, _column: str, row: str) -> Call:
    api_id = new_api_id()
    if row == "own":
        user = world.newest.user
        elsewhere = world.newcomer("visitor").carrying(user, NOON)
        found = elsewhere.get("/api/v1/sessions")
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
    api_id = world.newest.user.api_id if row == "self" else world.user(column, row)
    return Call(f"/api/v1/impersonated-users/{api_id}", {"reason": "Facture introuvable"})


def _about_somebody(path: str, body: Any = None, **fields: Any) -> Any:
    return lambda world, column, row: Call(path.format(id=world.user(column, row, **fields)), body)


def _unlink_google(world: World, column: str, row: str) -> Call:
    api_id = world.user(column, row.removeprefix("unlinked_"))
    if row in ROLES:
        link_google(world.database, api_id)
    return Call(f"/api/v1/users/{api_id}/google-account")


def _unlink_own_google(world: World, _column: str, row: str) -> Call:
    if row == "linked":
        link_google(world.database, world.newest.user.api_id)
    return Call("/api/v1/me/google-account")


def _notification(world: World, row: str) -> str:
    """What the newest person was told, or somebody else."""
    if row == "missing":
        return new_api_id()
    with world.database.write() as session:
        reader = make_user(session) if row == "other" else world.newest.user
        if not reader.roles:
            return new_api_id()
        return tell(session, world.app.state.context, reader.id, kind="award", values=AWARD).api_id


def _mark_notification(world: World, _column: str, row: str) -> Call:
    return Call(f"/api/v1/notifications/{_notification(world, row)}", {"read": True})


def _read_notifications(world: World, _column: str, row: str) -> Call:
    return Call("/api/v1/notifications/reads", {"newest": _notification(world, row)})


def _saved_view(world: World, _column: str, row: str) -> str:
    """How the newest person likes to see a list, or somebody else; shared, of a list that all or few may read."""
    if row == "missing":
        return new_api_id()
    fields: dict[str, Any] = {"is_shared": "shared" in row, "list_name": _LISTS.get(row, "clients")}
    with world.database.write() as session:
        session.execute(delete(SavedView).where(SavedView.is_shared))
        owner = make_user(session) if row.startswith("other") else world.newest.user
        return make_view(session, owner.id, **fields).api_id


# Everyone reads clients, some the payments, administrators alone who signs in.
_LISTS = {"other_shared_payments": "projects-payments", "other_shared_users": "users"}


def _about_view(body: Any = None, rest: str = "") -> Any:
    return lambda *cell: Call(f"/api/v1/saved-views/{_saved_view(*cell)}{rest}", body)


def _create_view(world: World, _column: str, row: str) -> Call:
    with world.database.write() as session:
        session.execute(delete(SavedView).where(SavedView.is_shared))
    body = {"list_name": "users" if row == "shared_users" else "clients", "name": "À risque"}
    return Call("/api/v1/saved-views", body if row == "own" else body | {"is_shared": True})


def _export(world: World, _column: str, row: str) -> str:
    """What the newest person takes away, or somebody else."""
    with world.database.write() as session:
        owner = make_user(session) if row == "other" else world.newest.user
        return new_api_id() if row == "missing" else make_export(session, owner.id).api_id


def _about_export(rest: str = "") -> Any:
    return lambda *cell: Call(f"/api/v1/exports/{_export(*cell)}{rest}")


def _of_newest_email(path: str) -> Any:
    return lambda world, _column, _row: Call(path, {"email": world.newest.user.email})


_MINE = "/api/v1/me/second-factor"
# About the caller's own account, or who is signed in at all.
OWN_REQUESTS: dict[str, Any] = {
    "POST /auth/email/codes": _of_newest_email("/auth/email/codes"),
    "POST /auth/google/attempts": lambda *_: Call("/auth/google/attempts"),
    "POST /auth/google/callbacks": lambda *_: Call("/auth/google/callbacks", {"code": "x", "state": "y"}),
    "POST /auth/password/resets": _of_newest_email("/auth/password/resets"),
    "POST /auth/passwords": _password_by_link,
    "POST /auth/second-factor": _second_step,
    "POST /auth/second-factor/challenges": _challenge,
    "DELETE /api/v1/sessions": lambda *_: Call("/api/v1/sessions"),
    "DELETE /api/v1/sessions/{id}": _end_session,
    "PUT /api/v1/me/password": _change_password,
    "POST /api/v1/me/proofs": _prove,
    "DELETE /api/v1/me/google-account": _unlink_own_google,
    "PUT /api/v1/me/avatar": lambda *_: Call("/api/v1/me/avatar", {"content": as_text(PNG)}),
    "DELETE /api/v1/me/avatar": lambda *_: Call("/api/v1/me/avatar"),
    f"PUT {_MINE}/totp": _with_totp(f"{_MINE}/totp"),
    f"PUT {_MINE}/totp/confirmation": _confirm,
    f"DELETE {_MINE}/totp": _with_totp(f"{_MINE}/totp"),
    f"PUT {_MINE}/recovery-codes": _with_totp(f"{_MINE}/recovery-codes"),
    f"PUT {_MINE}/passkeys/challenge": lambda *_: Call(f"{_MINE}/passkeys/challenge"),
    f"PUT {_MINE}/passkeys": _add_passkey,
    f"DELETE {_MINE}/passkeys/{{id}}": _remove_passkey,
    "POST /api/v1/impersonated-users/{id}": _impersonate,
    "DELETE /api/v1/impersonated-users": lambda *_: Call("/api/v1/impersonated-users"),
    "PATCH /api/v1/notifications/{id}": _mark_notification,
    "POST /api/v1/notifications/reads": _read_notifications,
    "PATCH /api/v1/me/notification-choices": lambda *_: Call(
        "/api/v1/me/notification-choices", {"goals_due": {"by_mail": "never"}}
    ),
    "POST /api/v1/saved-views": _create_view,
    "GET /api/v1/exports": lambda *_: Call("/api/v1/exports"),
    "POST /api/v1/exports": lambda _world, _column, row: Call("/api/v1/exports", {"list_name": row, "format": "csv"}),
    "GET /api/v1/exports/{id}": _about_export(),
    "DELETE /api/v1/exports/{id}": _about_export(),
    "GET /api/v1/exports/{id}/file": _about_export("/file"),
    "GET /api/v1/saved-views/{id}": _about_view(),
    "PATCH /api/v1/saved-views/{id}": _about_view({"name": "À suivre"}),
    "DELETE /api/v1/saved-views/{id}": _about_view(),
    "PUT /api/v1/saved-views/{id}/pin": _about_view(rest="/pin"),
    "DELETE /api/v1/saved-views/{id}/pin": _about_view(rest="/pin"),
    "PUT /api/v1/saved-views/{id}/use": _about_view(rest="/use"),
}
REQUESTS: dict[str, Any] = OWN_REQUESTS | {
    "POST /api/v1/users": _invite,
    "GET /api/v1/users/{id}": _about_somebody("/api/v1/users/{id}"),
    "GET /api/v1/users/{id}/access": _about_somebody("/api/v1/users/{id}/access"),
    "GET /api/v1/users/{id}/avatar": _read_avatar,
    "GET /api/v1/users/{id}/holdings": _about_somebody("/api/v1/users/{id}/holdings"),
    "PATCH /api/v1/users/{id}": _update_user,
    "DELETE /api/v1/users/{id}": _about_somebody("/api/v1/users/{id}"),
    "GET /api/v1/users/{id}/profile": _about_somebody("/api/v1/users/{id}/profile"),
    "PUT /api/v1/users/{id}/profile": _profile,
    "PATCH /api/v1/users/{id}/profile": _profile,
    "POST /api/v1/users/{id}/invitations": _about_somebody("/api/v1/users/{id}/invitations"),
    "DELETE /api/v1/users/{id}/sessions": _about_somebody("/api/v1/users/{id}/sessions"),
    "DELETE /api/v1/users/{id}/second-factor": _about_somebody("/api/v1/users/{id}/second-factor", two_factor=True),
    "DELETE /api/v1/users/{id}/google-account": _unlink_google,
    "POST /api/v1/deactivated-users/{id}": _about_somebody("/api/v1/deactivated-users/{id}", {}),
    "DELETE /api/v1/deactivated-users/{id}": _about_somebody("/api/v1/deactivated-users/{id}"),
    "POST /api/v1/settings": _change_settings,
    "GET /api/v1/settings/logo": _read_logo,
}
