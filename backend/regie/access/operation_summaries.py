"""Summaries of operations in the API documentation, from the names of their functions: `list_oos_sales` → "List
out-of-scope sales".
"""

import re

_WORDS = {
    "api": "API",
    "csrf": "CSRF",
    "google": "Google",
    "hubspot": "HubSpot",
    "mrr": "MRR",
    "oos": "out-of-scope",
    "openapi": "OpenAPI",
    "quickbooks": "QuickBooks",
    "teamwork": "Teamwork",
    "totp": "authenticator app",
}
_COMPOUNDS = {"follow up": "follow-up", "sign in challenge": "sign-in challenge"}


def summarize(function_name: str) -> str:
    words = " ".join(_WORDS.get(word, word) for word in function_name.split("_"))
    for compound, spelling in _COMPOUNDS.items():
        words = re.sub(rf"\b{compound}\b", spelling, words)
    return words[0].upper() + words[1:]
