"""Calls out while somebody waits: trying a connection, and QuickBooks' consent. None holds a transaction meanwhile."""

from regie.access.actor import Actor
from regie.access.app_context import AppContext
from regie.connectors.errors import OutsideError
from regie.core.api.errors import Invalid, Unavailable
from regie.core.audit.activity import act_as
from regie.core.text.locale import say
from regie.domains.integrations.connections import actions
from regie.domains.integrations.connections.queries import redirect_url, require_service
from regie.domains.integrations.connections.schemas import ConsentCallback, TestResult
from regie.domains.integrations.connections.tokens import read_refresh_token

_RETRY_SECONDS = 5
# What somebody can put right in the settings; anything else is the service's trouble and may pass.
_OURS = ("configuration", "not_configured", "reconnect")


def check(context: AppContext, actor: Actor, service: str) -> TestResult:
    """Whether the service answers us, in words; its own words only as the name of the account."""
    from regie.domains.integrations.connections.clients import check_service

    require_service(service)
    try:
        account = check_service(context.database, context.clock, context.outside, service)
    except OutsideError as error:
        detail = f" ({error.detail})" if error.detail else ""
        return {
            "works": False,
            "account": None,
            "message": say(actor.locale, f"sync.error.{error.code}") + detail,
            "what_to_do": say(actor.locale, f"sync.todo.{error.code}"),
        }
    return {"works": True, "account": account, "message": say(actor.locale, "sync.works"), "what_to_do": None}


def begin(context: AppContext, actor: Actor) -> str:
    from regie.domains.integrations.connections.clients import consent_address

    state = actions.begin_consent(context.outside, actor, context.clock.now())
    try:
        return consent_address(context.database, context.outside, state, redirect_url(context.outside))
    except OutsideError as error:
        raise Invalid(code="quickbooks_application") from error


def finish(context: AppContext, actor: Actor, data: ConsentCallback) -> None:
    """The code is exchanged before anything is written; the pair is kept before it is used."""
    from regie.domains.integrations.connections.clients import exchange_consent

    actions.refuse_strange_state(context.outside, actor, data.state, context.clock.now())
    try:
        pair = exchange_consent(context.database, context.outside, data.code, redirect_url(context.outside))
    except OutsideError as error:
        if error.code in _OURS:
            raise Invalid({"code": "consent"}, "consent") from error
        raise Unavailable(retry_after=_RETRY_SECONDS) from error
    with context.database.write() as session:
        act_as(session, actor, context.clock.now())
        actions.finish_consent(session, context.outside, data.realm_id, pair, context.clock.now())


def disconnect(context: AppContext, actor: Actor, service: str) -> None:
    """QuickBooks is told as well, as far as it hears; either way we forget."""
    from regie.domains.integrations.connections.clients import revoke_consent

    require_service(service)
    if service == "quickbooks":
        with context.database.read() as db:
            token = read_refresh_token(db, context.outside.box())
        if token:
            revoke_consent(context.database, context.outside, token)
    with context.database.write() as session:
        act_as(session, actor, context.clock.now())
        actions.disconnect(session, service)
