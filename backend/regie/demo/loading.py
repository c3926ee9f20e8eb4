"""Loads the demo data in order; existing data stays unchanged."""

import sys
from datetime import timedelta

from regie.core.db.database import Database
from regie.core.mail.queue import MailCipher
from regie.core.time.clock import Clock
from regie.demo.churns import create_churns
from regie.demo.client_health import set_health_of_clients
from regie.demo.clients import create_clients
from regie.demo.collections import log_contacts
from regie.demo.costs import create_costs
from regie.demo.files import create_files
from regie.demo.goals import create_goals
from regie.demo.oos_sales import create_oos_sales
from regie.demo.payments import create_payment_schedules
from regie.demo.people import create_accounts, create_employees, create_teams, make_owner_actor
from regie.demo.projects import create_projects
from regie.demo.recognition import create_awards, create_core_values
from regie.demo.retainers import lock_ledgers
from regie.demo.synchronization import fetch_rates, synchronize_all
from regie.demo.undated_terms import create_undated_terms
from regie.demo.warnings import settle_warnings
from regie.domains.administration.setup_steps.actions import set_dismissed
from regie.domains.administration.setup_steps.schemas import SetupDismissalUpdate
from regie.domains.integrations.project_proposals.jobs import ProjectProposalJob
from regie.domains.people.notifications.emails import Notifier
from regie.environment import open_file_store
from regie.settings import Settings, SettingsError

_SYNC_TIMEOUTS = {"demo": timedelta(minutes=3), "bench": timedelta(minutes=60), "large": timedelta(minutes=120)}


def load_demo(settings: Settings, scale: str) -> None:
    """Create accounts, wait for the worker's synchronization, then create clients and projects from its records."""
    if settings.web.environment != "demo":
        raise SettingsError("`regie demo` fills the database with fictional data and runs only with REGIE_ENV=demo.")
    database, clock = Database(settings.database_url), Clock()
    try:
        with database.write() as session:
            count = create_accounts(session, settings.demo.password)
            create_teams(session)
            set_dismissed(session, clock, SetupDismissalUpdate(is_dismissed=True))
        print_progress(f"Accounts: {count} new")
        synchronize_all(database, clock, _SYNC_TIMEOUTS[scale], print_progress)
        fetch_rates(database, clock, _SYNC_TIMEOUTS[scale], print_progress)
        create_agency_data(database, clock)
        print_progress(f"Files: {create_files(database, open_file_store(settings), clock)} new")
        notifier = Notifier(MailCipher(settings.web.secret, settings.web.former_secrets), settings.web.origin)
        print_progress(f"Warnings: {settle_warnings(database, clock, notifier)} due")
    finally:
        database.close()


def create_agency_data(database: Database, clock: Clock) -> None:
    """Create the missing employees, clients and projects from the synchronized records.

    Short transactions let others write in between; after an interruption a second call continues.
    """
    with database.write() as session:
        actor = make_owner_actor(session, clock)
        print_progress(f"Employees: {create_employees(session, clock.today())} new")
    print_progress(f"Clients: {create_clients(database, actor)} new")
    print_progress(f"Projects: {create_projects(database, clock.today())} new")
    print_progress(f"Payment schedules: {create_payment_schedules(database, clock.today())} new")
    print_progress(f"Retainer periods: {lock_ledgers(database, actor.user_id, clock.today())} closed")
    print_progress(f"Churn: {create_churns(database, clock.today())} new")
    print_progress(f"Client health: {set_health_of_clients(database, actor, clock)} set")
    print_progress(f"Receivables: {log_contacts(database, actor, clock)} clients followed up")
    print_progress(f"Undated terms: {create_undated_terms(database, clock.today())} new")
    print_progress(f"Out-of-scope sales: {create_oos_sales(database, actor, clock)} new approvals or sales")
    print_progress(f"External costs: {create_costs(database, clock.today())} new")
    print_progress(f"Core values: {create_core_values(database)} new")
    print_progress(f"Recognition: {create_awards(database, clock.today())} new")
    print_progress(f"Goals: {create_goals(database, actor, clock.today())} new")
    print_progress(f"Projects to create: {ProjectProposalJob(database, clock).run_once()} found")


def print_progress(text: str) -> None:
    sys.stdout.write(f"  {text}\n")
    sys.stdout.flush()
