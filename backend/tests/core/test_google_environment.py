"""Tests the settings of Google sign-in."""

import pytest

from regie.settings import SettingsError, load_settings, refuse_unsafe

PRODUCTION = {"REGIE_ENV": "production", "REGIE_SECRET": "x" * 40, "REGIE_ORIGIN": "https://regie.example"}
ON = {"REGIE_GOOGLE_CLIENT_ID": "id", "REGIE_GOOGLE_CLIENT_SECRET": "a-secret"}
PLAIN = {"REGIE_GOOGLE_DISCOVERY_URL": "http://google.example/.well-known/openid-configuration"}


def test_google_sign_in_is_off_without_a_client_id() -> None:
    google = load_settings({}).google
    assert not google.is_on
    assert google.discovery_url == "https://accounts.google.com/.well-known/openid-configuration"
    assert load_settings(ON).google.is_on
    assert "a-secret" not in repr(load_settings(ON))


def test_production_requires_https_for_google() -> None:
    refuse_unsafe(load_settings(PRODUCTION | ON))
    refuse_unsafe(load_settings(PRODUCTION | PLAIN))  # Google sign-in is off
    refuse_unsafe(load_settings(ON | PLAIN))
    with pytest.raises(SettingsError, match="REGIE_GOOGLE_DISCOVERY_URL"):
        refuse_unsafe(load_settings(PRODUCTION | ON | PLAIN))
