"""Serializes QuickBooks' XML responses."""

from typing import Any
from xml.sax.saxutils import escape


def to_xml(document: dict[str, Any]) -> str:
    time = document.get("time", "")
    inside = "".join(_element(name, value) for name, value in document.items() if name != "time")
    return (
        '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
        f'<IntuitResponse xmlns="http://schema.intuit.com/finance/v3" time="{time}">{inside}</IntuitResponse>'
    )


def _element(name: str, value: Any) -> str:
    if isinstance(value, list):
        return "".join(_element(name, item) for item in value)
    if isinstance(value, dict):
        return f"<{name}>{''.join(_element(key, item) for key, item in value.items())}</{name}>"
    text = str(value).lower() if isinstance(value, bool) else str(value)
    return f"<{name}>{escape(text)}</{name}>"
