"""Signing in with a six-digit code or its link, both sent by e-mail and bound to the browser that asked."""

import re
from urllib.parse import urlencode

from regie.access.app_context import AppContext
from regie.access.email_tokens import VALID_FOR, count_code_try, keep_secret, keyed_hash, new_code, take_code
from regie.access.visitor import Visitor
from regie.core.api.errors import Invalid
from regie.core.mail.queue import queue_mail
from regie.core.text.locale import Locale
from regie.domains.accounts.sessions.actions import note_refusal
from regie.domains.people.users.queries import find_sign_in

# What a browser reads as a path of this site and as nothing else: "//other.example" and "/\\other.example" are other
# sites, and tabs or line ends in between are dropped before it looks.
_OWN_PATH = re.compile(r"/(?![/\\])\S*")


def send_code(context: AppContext, visitor: Visitor, email: str, redirect: str = "") -> None:
    """The same work whether anybody has the address or not: only the mail to nobody is thrown away unsent."""
    context.sign_in_limits.count_try(visitor, email, "mail")
    may_mail = context.sign_in_limits.may_mail(visitor, email)
    code, now = new_code(), context.clock.now()
    with context.database.write() as session:
        found = find_sign_in(session.connection(), email)
        found = found if may_mail else None
        locale: Locale = found.locale if found else visitor.locale
        keep_secret(
            session, "code", _hash(context, visitor, email, code), found.id if found else None, now, visitor.browser
        )
        queue_mail(
            session,
            context.mail,
            to=found.email if found else "",
            kind="sign_in_code",
            locale=locale,
            now=now,
            link=_link(context, locale, email, code, redirect),
            code=code,
            minutes=VALID_FOR["code"].seconds // 60,
        )


def check_code(context: AppContext, visitor: Visitor, email: str, code: str) -> int:
    """Whose code this is. A try counts whether it was right or not, and the fifth wrong one is the last."""
    context.sign_in_limits.count_try(visitor, email)
    now, digits = context.clock.now(), "".join(code.split())
    with context.database.write() as session:
        may_try = count_code_try(session, visitor.browser, now)
        user_id = take_code(session, _hash(context, visitor, email, digits), visitor.browser, now) if may_try else None
    if user_id is None:
        with context.database.read() as db:
            found = find_sign_in(db, email)
        note_refusal(context, visitor, found.id if found else None, "code")
        raise Invalid({"code": "code"}, "code")
    context.sign_in_limits.forget(visitor, email)
    return user_id


def _hash(context: AppContext, visitor: Visitor, email: str, code: str) -> str:
    return keyed_hash(context.secret, "code", visitor.browser, email.strip().lower(), code)


def _link(context: AppContext, locale: Locale, email: str, code: str, redirect: str) -> str:
    """What follows # is never sent to a server: the page shows it, and a person confirms it with a click."""
    prefix = "/fr-ca" if locale == "fr-ca" else ""
    way = f"?{urlencode({'redirect': redirect})}" if _OWN_PATH.fullmatch(redirect) else ""
    return f"{context.origin}{prefix}/auth/login/email{way}#{urlencode({'email': email, 'code': code})}"
