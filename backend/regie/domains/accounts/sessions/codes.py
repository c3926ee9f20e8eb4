"""Signs in with a six-digit code or its link, sent by email and valid only in the browser that requested it."""

import re
from urllib.parse import urlencode

from regie.access.app_context import AppContext
from regie.access.email_tokens import (
    EMAIL_TOKEN_VALIDITY,
    consume_code,
    count_code_attempt,
    keyed_hash,
    new_code,
    save_email_token,
)
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid
from regie.core.mail.queue import queue_mail
from regie.core.text.locale import Locale
from regie.domains.accounts.sessions.actions import log_refused_sign_in
from regie.domains.people.users.queries import find_sign_in

# Browsers read "//other.example" and "/\\other.example" as other sites, and ignore tabs and line breaks.
_LOCAL_PATH = re.compile(r"/(?![/\\])\S*")


def send_code(context: AppContext, visitor: Visitor, email: str, redirect: str = "") -> None:
    """Send a code; the work is the same for unknown addresses, but their mail is discarded."""
    context.sign_in_limits.count_attempt(visitor, email, "mail")
    can_send_mail = context.sign_in_limits.can_send_mail(visitor, email)
    code, now = new_code(), context.clock.now()
    with context.database.write() as session:
        user = find_sign_in(session.connection(), email)
        user = user if can_send_mail else None
        locale: Locale = user.locale if user else visitor.locale
        save_email_token(
            session, "code", _hashes(context, visitor, email, code)[0], user.id if user else None, now, visitor.browser
        )
        queue_mail(
            session,
            context.mail,
            to=user.email if user else "",
            kind="sign_in_code",
            locale=locale,
            now=now,
            link=_build_link(context, locale, email, code, redirect),
            code=code,
            minutes=EMAIL_TOKEN_VALIDITY["code"].seconds // 60,
        )


def check_code(context: AppContext, visitor: Visitor, email: str, code: str) -> int:
    """Return the user of this code; every attempt counts, and the fifth failed one invalidates the code."""
    context.sign_in_limits.count_attempt(visitor, email)
    now, digits = context.clock.now(), "".join(code.split())
    with context.database.write() as session:
        is_allowed = count_code_attempt(session, visitor.browser, now)
        user_id = (
            consume_code(session, _hashes(context, visitor, email, digits), visitor.browser, now)
            if is_allowed
            else None
        )
    if user_id is None:
        with context.database.read() as db:
            user = find_sign_in(db, email)
        log_refused_sign_in(context, visitor, user.id if user else None, "code")
        raise Invalid({"code": "code"}, "code")
    context.sign_in_limits.reset(visitor, email)
    return user_id


def _hashes(context: AppContext, visitor: Visitor, email: str, code: str) -> list[str]:
    """Return the code's hashes, the current secret's first."""
    account = email.strip().lower()
    return [keyed_hash(secret, "code", visitor.browser, account, code) for secret in context.secrets]


def _build_link(context: AppContext, locale: Locale, email: str, code: str, redirect: str) -> str:
    """Return the link; the part after # is never sent to a server, and the page requires a click to use it."""
    prefix = "/fr-ca" if locale == "fr-ca" else ""
    query = f"?{urlencode({'redirect': redirect})}" if _LOCAL_PATH.fullmatch(redirect) else ""
    return f"{context.origin}{prefix}/auth/login/email{query}#{urlencode({'email': email, 'code': code})}"
