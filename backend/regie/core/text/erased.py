"""Names people whose personal data were erased: stored in English, translated in responses, files and mails."""

from regie.core.text.locale import Locale, translate

ERASED_NAME = "Erased person"


def translate_erased_names(text: str, locale: Locale) -> str:
    """Translate the names in a text."""
    return text if locale == "en-us" else text.replace(ERASED_NAME, _translated(locale))


def translate_erased_body(body: bytes, locale: Locale) -> bytes:
    """Translate the names in a response, without decoding it."""
    return body if locale == "en-us" else body.replace(ERASED_NAME.encode(), _translated(locale).encode())


def _translated(locale: Locale) -> str:
    return translate(locale, "personal_data.erased_name")
