"""Tests a connection and runs QuickBooks' consent; no database transaction is open during calls to a service."""

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.connectors.errors import ServiceError
from regie.core.api.errors import Invalid, Unavailable
from regie.core.audit.activity import set_author
from regie.core.restored_copy import require_live_copy
from regie.core.sample_data import require_no_sample_data
from regie.core.text.locale import translate
from regie.domains.integrations.connections import actions
from regie.domains.integrations.connections.queries import redirect_url, require_service
from regie.domains.integrations.connections.schemas import ConsentCallback, TestResult
from regie.domains.integrations.connections.tokens import read_refresh_token

_RETRY_SECONDS = 5
# Errors that an administrator can fix in the settings; others are temporary failures of the service.
_CONFIGURATION_ERRORS = ("configuration", "not_configured", "reconnect")


def check_connection(context: AppContext, actor: Actor, service: str) -> TestResult:
    """Whether the service accepts our credentials, with a translated message and the name of the account."""
    from regie.domains.integrations.connections.service_clients import check_service

    require_service(service)
    try:
        check = check_service(context.database, context.clock, context.integrations, service)
    except ServiceError as error:
        detail = f" ({error.detail})" if error.detail else ""
        return {
            "works": False,
            "account": None,
            "message": translate(actor.locale, f"sync.error.{error.code}") + detail,
            "what_to_do": translate(actor.locale, f"sync.todo.{error.code}"),
        }
    missing = ", ".join(check.missing_scopes)
    return {
        "works": True,
        "account": check.account,
        "message": translate(actor.locale, "sync.works"),
        "what_to_do": translate(actor.locale, "sync.todo.add_scopes", scopes=missing) if missing else None,
    }


def begin_consent(context: AppContext, actor: Actor) -> str:
    from regie.domains.integrations.connections.service_clients import consent_url

    _require_real_data(context)
    state = actions.begin_consent(context.integrations, actor, context.clock.now())
    try:
        return consent_url(context.database, context.integrations, state, redirect_url(context.integrations))
    except ServiceError as error:
        raise Invalid(code="quickbooks_application") from error


def finish_consent(context: AppContext, actor: Actor, data: ConsentCallback) -> None:
    """Exchange the code before any write, and save the token pair before its first use."""
    from regie.domains.integrations.connections.service_clients import exchange_consent

    _require_real_data(context)
    actions.require_valid_state(context.integrations, actor, data.state, context.clock.now())
    try:
        pair = exchange_consent(context.database, context.integrations, data.code, redirect_url(context.integrations))
    except ServiceError as error:
        if error.code in _CONFIGURATION_ERRORS:
            raise Invalid({"code": "consent"}, "consent") from error
        raise Unavailable(retry_after=_RETRY_SECONDS) from error
    with context.database.write() as session:
        set_author(session, actor, context.clock.now())
        actions.finish_consent(session, context.integrations, data.realm_id, pair, context.clock.now())


def _require_real_data(context: AppContext) -> None:
    """Require that this is neither a copy of a live database nor filled with sample data."""
    with context.database.read() as db:
        require_live_copy(db)
        require_no_sample_data(db)


def disconnect(context: AppContext, actor: Actor, service: str) -> None:
    """Disconnect a service; QuickBooks' consent is revoked too, as far as possible."""
    from regie.domains.integrations.connections.service_clients import revoke_consent

    require_service(service)
    if service == "quickbooks":
        with context.database.read() as db:
            token = read_refresh_token(db, context.integrations.box())
        if token:
            revoke_consent(context.database, context.integrations, token)
    with context.database.write() as session:
        set_author(session, actor, context.clock.now())
        actions.disconnect(session, service)
