"""Creates the sample data of a new installation in a database of their own, from a small agency of the sandbox."""

import os
import threading
import time
from collections.abc import Mapping
from importlib import import_module
from pathlib import Path

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from regie.connectors.http import HttpOptions
from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher
from regie.core.sample_data import SAMPLE_DOMAIN
from regie.core.time.clock import Clock
from regie.demo.files import create_files
from regie.demo.loading import create_agency_data, print_progress
from regie.demo.people import create_accounts, create_teams
from regie.demo.warnings import settle_warnings
from regie.domains.integrations.connections.models import SERVICES
from regie.domains.integrations.sync.actions import begin_run, queue_run
from regie.domains.integrations.sync.sources import Sources
from regie.domains.integrations.sync.step_runner import StepRunner
from regie.domains.people.notifications.emails import Notifier
from regie.domains.records.users.models import User
from regie.environment import integration_environment, open_file_store
from regie.migrate import migrate_database
from regie.settings import Settings, SettingsError, load_settings

_PARENT_SECONDS = 1.0


def create_sample(folder: Path, port: int, first_user: int) -> None:
    """Fill an SQLite database in the folder, whose users have keys from `first_user` on, from the sandbox at `port`."""
    _end_with_parent()
    settings = load_settings(_sandbox_environment(folder, port))
    migrate_database(settings)
    # Changes of rows look for references in every table.
    import_module("regie.schema")
    database, clock = Database(settings.database_url), Clock()
    try:
        with database.write() as session:
            print_progress(f"Accounts: {create_accounts(session, settings.demo.password)} new")
            session.execute(without_audit(update(User).values(id=User.id + (first_user - 1))))
        with database.write() as session:
            create_teams(session)
        _synchronize(settings, database, clock)
        create_agency_data(database, clock)
        print_progress(f"Files: {create_files(database, open_file_store(settings), clock)} new")
        notifier = Notifier(MailCipher(settings.web.secret), settings.web.origin)
        print_progress(f"Warnings: {settle_warnings(database, clock, notifier)} due")
        with database.write() as session:
            _make_fictional(session)
    finally:
        database.close()


def _make_fictional(session: Session) -> None:
    """Give the users addresses without mail and no password, and none of them the highest role."""
    for user in session.execute(select(User).order_by(User.id)).scalars():
        user.email = f"{user.email.split('@')[0]}@{SAMPLE_DOMAIN}"
        user.password_hash = user.password_length = None
        user.roles = ["admin" if role == "super_admin" else role for role in user.roles]


def _synchronize(settings: Settings, database: Database, clock: Clock) -> None:
    """Import the agency's records as the worker does; raise SettingsError if a service fails."""
    sources = Sources(integration_environment(settings), database, clock, HttpOptions())
    runner = StepRunner(database, clock, sources)
    try:
        for service in SERVICES:
            with database.write() as session:
                run_id = queue_run(session, service, clock.now())
                begin_run(session, run_id, clock.now())
            position, outcome = 0, "again"
            while outcome in ("again", "next"):
                outcome = runner.run_step(run_id, service, position)
                position += outcome == "next"
            if outcome != "finished":
                raise SettingsError(f"The sample agency could not be read: {service}.")
            print_progress(f"{service}: read")
    finally:
        sources.close()


def _end_with_parent() -> None:
    """End this process soon after the worker that started it was killed."""
    parent = os.getppid()

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(_PARENT_SECONDS)
        os._exit(1)

    threading.Thread(target=watch, name="parent", daemon=True).start()


def _sandbox_environment(folder: Path, port: int) -> Mapping[str, str]:
    outside = f"http://127.0.0.1:{port}"
    return {
        "REGIE_ENV": "demo",
        "REGIE_DATA": str(folder),
        "REGIE_TEAMWORK_URL": f"{outside}/teamwork",
        "REGIE_TEAMWORK_KEY": "twk_sandbox",
        "REGIE_HUBSPOT_URL": f"{outside}/hubspot",
        "REGIE_HUBSPOT_KEY": "pat-sandbox",
        "REGIE_QUICKBOOKS_URL": f"{outside}/quickbooks",
        "REGIE_QUICKBOOKS_TOKEN_URL": f"{outside}/quickbooks-oauth/oauth2/v1/tokens/bearer",
        "REGIE_QUICKBOOKS_CLIENT_ID": "qb-sandbox-client",
        "REGIE_QUICKBOOKS_CLIENT_SECRET": "qb-sandbox-secret",
        "REGIE_QUICKBOOKS_REALM": "9130000000000001",
        "REGIE_QUICKBOOKS_REFRESH_TOKEN": "RT1-sandbox",
    }
