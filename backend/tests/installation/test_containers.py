"""Tests deploy/Dockerfile, compose.yaml and the systemd units against the product, without a container engine."""

import json
import re
import shlex
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest
import yaml

from regie.cli import build_parser
from regie.configuration import read_file
from regie.settings import load_settings, refuse_unsafe
from tests.conftest import ROOT

pytestmark = pytest.mark.one_database

DEPLOY = ROOT / "deploy"
DOCKERFILE = (DEPLOY / "Dockerfile").read_text("utf-8").replace("\\\n", " ")
COMPOSE: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text("utf-8"))
SERVICES: dict[str, Any] = COMPOSE["services"]
OWN = {name: service for name, service in SERVICES.items() if "build" in service}
SECRETS = {"secret": "x" * 40, "database_url": "postgresql://regie:y@database/regie", "database_password": "y"}


def instructions(name: str) -> list[str]:
    return re.findall(rf"^{name}\s+(.*)$", DOCKERFILE, re.MULTILINE)


def _interpolate(value: str) -> str:
    """Replace `${NAME:?}` and `${NAME:-default}` by the values of .env.example."""
    example = read_file(DEPLOY / ".env.example")
    return re.sub(r"\$\{(\w+)(?::[?-]([^}]*))?\}", lambda found: example.get(found[1]) or found[2], value)


def test_image_is_built_from_what_the_repository_has():
    ignored = (ROOT / ".dockerignore").read_text("utf-8").split()
    needed = [
        "Makefile",
        "scripts/wheel.py",
        "backend/regie",
        "backend/requirements.lock",
        "frontend/package-lock.json",
    ]
    assert [path for path in needed if not (ROOT / path).exists()] == []
    assert [path for path in needed for rule in ignored if fnmatch(path, rule)] == []
    targets = re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    assert "RUN make wheel" in DOCKERFILE
    assert "wheel" in targets
    assert "COPY . /src" in DOCKERFILE
    assert "COPY --from=build /src/dist /dist" in DOCKERFILE
    assert 'DIST = ROOT / "dist"' in (ROOT / "scripts" / "wheel.py").read_text("utf-8")
    project = (ROOT / "backend" / "pyproject.toml").read_text("utf-8")
    (version,) = {tag.partition("-")[0] for tag in re.findall(r"FROM python:(\S+)", DOCKERFILE)}
    (tried,) = re.findall(r"was tried on ([\d., and]+)\.", (ROOT / "docs" / "installation.md").read_text("utf-8"))
    assert version in re.findall(r"3\.\d+", tried)
    assert re.search(r'^regie = "regie\.cli:main"', project, re.MULTILINE)


def _commands() -> dict[str, list[str]]:
    """Return the arguments of `regie` by the file and service that start it."""
    assert instructions("ENTRYPOINT") == ['["regie"]']
    commands = {"Dockerfile": json.loads(instructions("CMD")[-1])}
    commands |= {f"compose.yaml: {name}": service["command"] for name, service in OWN.items()}
    for unit in (DEPLOY / "systemd").glob("*.service"):
        for line in re.findall(r"^Exec\w+=(.*)$", unit.read_text("utf-8"), re.MULTILINE):
            program, *arguments = shlex.split(line)
            assert program == "/opt/regie/bin/regie"
            commands[f"{unit.name}: {line}"] = arguments
    header = (DEPLOY / "compose.yaml").read_text("utf-8")
    for service, line in re.findall(r"^#.*compose\.yaml run --rm (\w+) (.*)$", header, re.MULTILINE):
        assert service in OWN
        commands[line] = shlex.split(line)
    return commands


def test_every_command_exists_with_its_options(capsys: pytest.CaptureFixture[str]):
    commands = _commands()
    assert len(commands) >= 8
    for arguments in commands.values():
        build_parser().parse_args(arguments)
    with pytest.raises(SystemExit):
        build_parser().parse_args(["serve", "--threads", "2"])
    assert "--threads" in capsys.readouterr().err


def test_settings_of_the_services_are_safe_for_production(tmp_path: Path):
    for name, content in SECRETS.items():
        (tmp_path / name).write_text(content + "\n")
    assert len(OWN) == 3
    for service in OWN.values():
        given = {key: _interpolate(str(value)) for key, value in service["environment"].items()}
        files = {key: value for key, value in given.items() if key.endswith("_FILE")}
        assert {Path(value).name for value in files.values()} == set(service["secrets"])
        mounted = {key: str(tmp_path / Path(value).name) for key, value in files.items()}
        settings = load_settings(given | mounted | {"REGIE_DATA": str(tmp_path)})
        refuse_unsafe(settings)
        assert settings.web.environment == "production"
        assert settings.web.origin == "https://regie.example.com"
        assert (settings.database_url, settings.web.secret) == (SECRETS["database_url"], SECRETS["secret"])
        assert settings.mail.smtp_url.startswith("smtp://")


def test_services_name_what_exists():
    image_is_checked = bool(instructions("HEALTHCHECK"))
    for name, service in SERVICES.items():
        needs = service.get("depends_on", {})
        assert set(needs) <= set(SERVICES), name
        for needed, how in needs.items():
            if how["condition"] == "service_healthy":
                assert "healthcheck" in SERVICES[needed] or (needed in OWN and image_is_checked)
        assert set(service.get("secrets", ())) <= set(COMPOSE["secrets"])
        for volume in service.get("volumes", ()):
            source = volume.partition(":")[0]
            assert (DEPLOY / source).is_file() if source.startswith("./") else source in COMPOSE["volumes"]
    assert set(COMPOSE["secrets"]) == set(SECRETS)
    written = (DEPLOY / "compose.yaml").read_text("utf-8")
    for secret in COMPOSE["secrets"].values():
        assert f"> deploy/{secret['file'].removeprefix('./')}" in written
    # Only the web server of the image answers its health check.
    assert {name for name, service in OWN.items() if not service.get("healthcheck", {}).get("disable")} == {"serve"}


def test_health_check_and_proxy_use_the_port_and_path_of_the_server():
    port = load_settings({}).web.port
    assert instructions("EXPOSE") == [str(port)]
    check = json.loads(instructions("HEALTHCHECK")[0].partition("CMD")[2])
    assert f"http://127.0.0.1:{port}/health/ready" in check[2]
    assert check[:2] == ["python", "-c"]
    compile(check[2], "HEALTHCHECK", "exec")
    assert f"serve:{port}" in (DEPLOY / "Caddyfile").read_text("utf-8")
    assert "--host" in OWN["serve"]["command"]
