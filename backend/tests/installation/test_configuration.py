"""Tests the configuration file, secrets in files, and what the environment overrides."""

from pathlib import Path

import pytest

from regie.settings import SettingsError, load_settings

pytestmark = pytest.mark.one_database


def _write(folder: Path, text: str) -> dict[str, str]:
    file = folder / "regie.env"
    file.write_text(text, "utf-8")
    return {"REGIE_CONFIG": str(file)}


def test_file_sets_what_the_environment_leaves_open(tmp_path: Path):
    named = _write(
        tmp_path, '# A comment\n\nREGIE_PORT="8123"\nexport REGIE_ORIGIN=https://one.example/\nREGIE_PROXIES=1\n'
    )
    settings = load_settings(named | {"REGIE_PROXIES": "2"})
    assert (settings.web.port, settings.web.origin, settings.web.proxies) == (8123, "https://one.example", 2)


def test_secret_is_read_from_its_file(tmp_path: Path):
    (tmp_path / "secret").write_text("from a mounted file\n", "utf-8")
    settings = load_settings({"REGIE_SECRET_FILE": str(tmp_path / "secret")})
    assert settings.web.secret == "from a mounted file"


@pytest.mark.parametrize(
    ("environment", "message"),
    [
        ({"REGIE_CONFIG": "missing.env"}, "missing.env cannot be read"),
        ({"REGIE_SECRET_FILE": "missing"}, "REGIE_SECRET_FILE"),
        ({"REGIE_SECRET_FILE": "missing", "REGIE_SECRET": "x"}, "not both"),
    ],
)
def test_unreadable_files_are_named(environment: dict[str, str], message: str):
    with pytest.raises(SettingsError, match=message):
        load_settings(environment)


def test_malformed_line_is_named_by_its_number(tmp_path: Path):
    with pytest.raises(SettingsError, match=r"line 2: write NAME=value"):
        load_settings(_write(tmp_path, "REGIE_PORT=8000\nREGIE SECRET\n"))
