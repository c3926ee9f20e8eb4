"""Renders Google's pages: the account chooser, and errors of the request."""

from collections.abc import Iterable, Mapping
from html import escape

from starlette.responses import HTMLResponse

from regie.sandbox.google.accounts import Account

_TEXTS = {
    "en": (
        "Choose an account",
        "to continue to Régie. This page simulates Google for demonstrations and tests.",
        "Cancel",
    ),
    "fr": (
        "Choisir un compte",
        "pour continuer vers Régie. Cette page simule Google pour les démonstrations et les essais.",
        "Annuler",
    ),
}
_STYLE = """
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 2rem 1rem; }
main { max-width: 28rem; margin: 0 auto; }
h1 { font-size: 1.5rem; margin: 0; }
ul { list-style: none; margin: 1.5rem 0; padding: 0; display: grid; gap: .5rem; }
button { font: inherit; width: 100%; padding: .75rem 1rem; text-align: start; cursor: pointer;
  border: 1px solid GrayText; border-radius: .5rem; background: Canvas; color: CanvasText; }
button:hover { border-color: Highlight; }
button:focus-visible { outline: 3px solid Highlight; outline-offset: 2px; }
button span { display: block; overflow-wrap: anywhere; }
"""
_HEADERS = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    "Referrer-Policy": "no-referrer",
}


def account_page(action: str, params: Mapping[str, str], accounts: Iterable[Account], language: str) -> HTMLResponse:
    """Render one form with a button per account, which works without scripts."""
    language = language if language in _TEXTS else "en"
    title, intro, cancel = _TEXTS[language]
    hidden = "".join(_hidden(name, value) for name, value in params.items())
    buttons = "".join(f"<li>{_button(account)}</li>" for account in accounts)
    return _page(
        language,
        title,
        f"<p>{intro}</p>"
        f'<form method="post" action="{escape(action)}">{hidden}<ul>{buttons}</ul>'
        f'<button name="cancel" value="1">{cancel}</button></form>',
    )


def error_page(status: int, code: str, explanation: str) -> HTMLResponse:
    """Show the error to the user, because redirecting to an unverified address is unsafe."""
    text = f"<p>Error {status}: {escape(code)}</p><p>{escape(explanation)}</p>"
    return _page("en", "Access blocked: this app’s request is invalid", text, status)


def _hidden(name: str, value: str) -> str:
    return f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">'


def _button(account: Account) -> str:
    label = f"<span>{escape(account.name)}</span><span>{escape(account.email)}</span>"
    return f'<button name="account" value="{escape(account.sub)}">{label}</button>'


def _page(language: str, title: str, content: str, status: int = 200) -> HTMLResponse:
    return HTMLResponse(
        f'<!DOCTYPE html><html lang="{language}"><head><meta charset="utf-8"><title>{title}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<style>{_STYLE}</style></head><body><main><h1>{title}</h1>{content}</main></body></html>",
        status,
        _HEADERS,
    )
