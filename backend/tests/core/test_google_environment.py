"""Sign-in with Google is off by itself, on with a client id, and never trusts plain http in production."""

import pytest

from regie.settings import SettingsError, load_settings, refuse_unsafe

PRODUCTION = {"REGIE_ENV": "production", "REGIE_SECRET": "x" * 40, "REGIE_ORIGIN": "https://regie.example"}
ON = {"REGIE_GOOGLE_CLIENT_ID": "id", "REGIE_GOOGLE_CLIENT_SECRET": "a-secret"}
PLAIN = {"REGIE_GOOGLE_DISCOVERY_URL": "http://google.example/.well-known/openid-configuration"}


def test_it_is_off_until_there_is_a_client() -> None:
    google = load_settings({}).google
    assert not google.is_on
    assert google.discovery_url == "https://accounts.google.com/.well-known/openid-configuration"
    assert load_settings(ON).google.is_on
    assert "a-secret" not in repr(load_settings(ON))


def test_production_asks_google_over_https_only() -> None:
    refuse_unsafe(load_settings(PRODUCTION | ON))
    refuse_unsafe(load_settings(PRODUCTION | PLAIN))  # nobody asks it
    refuse_unsafe(load_settings(ON | PLAIN))
    with pytest.raises(SettingsError, match="REGIE_GOOGLE_DISCOVERY_URL"):
        refuse_unsafe(load_settings(PRODUCTION | ON | PLAIN))
