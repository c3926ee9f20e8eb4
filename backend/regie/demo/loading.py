"""Loads the demo data in its order, once: what is there already stays as people have left it."""

import sys
from datetime import timedelta

from regie.core.db.database import Database
from regie.core.time.clock import Clock
from regie.demo.churns import lose_retainers
from regie.demo.clients import create_clients
from regie.demo.files import create_files
from regie.demo.goals import set_goals
from regie.demo.oos_sales import sell_extras
from regie.demo.payments import plan_all
from regie.demo.people import create_accounts, create_employees, create_teams, owner_actor
from regie.demo.projects import create_projects
from regie.demo.recognition import create_values, give_values
from regie.demo.retainers import keep_ledgers
from regie.demo.waiting import fetch_rates, synchronise_all
from regie.environment import files_of
from regie.settings import Settings, SettingsError

# A bench-sized agency takes its time through the services' own limits.
_PATIENCE = {"demo": timedelta(minutes=3), "bench": timedelta(minutes=25)}


def load_demo(settings: Settings, scale: str) -> None:
    """Accounts, a synchronisation by the worker, then clients and projects made of what it brought."""
    if settings.web.environment != "demo":
        raise SettingsError("`regie demo` fills a database with invented people: it runs with REGIE_ENV=demo only.")
    database, clock = Database(settings.database_url), Clock()
    try:
        with database.write() as session:
            count = create_accounts(session, settings.demo.password)
            create_teams(session)
        tell(f"Accounts: {count} new")
        synchronise_all(database, clock, _PATIENCE[scale], tell)
        fetch_rates(database, clock, _PATIENCE[scale], tell)
        make_agency(database, clock)
        tell(f"Files: {create_files(database, files_of(settings), clock)} new")
    finally:
        database.close()


def make_agency(database: Database, clock: Clock) -> None:
    """Employees, clients and projects of what was synchronised and is not there yet, in transactions that are
    short enough for others to write between them; broken off, it goes on where it was.
    """
    with database.write() as session:
        actor = owner_actor(session, clock)
        tell(f"Employees: {create_employees(session, clock.today())} new")
    tell(f"Clients: {create_clients(database, actor)} new")
    tell(f"Projects: {create_projects(database, clock.today())} new")
    tell(f"Schedules of payments: {plan_all(database, clock.today())} new")
    tell(f"Retainer periods: {keep_ledgers(database, actor.user_id, clock.today())} locked")
    tell(f"Lost retainers: {lose_retainers(database, clock.today())} told")
    tell(f"Extra work: {sell_extras(database, actor, clock)} decided or sold")
    tell(f"Core values: {create_values(database)} new")
    tell(f"Recognition: {give_values(database, clock.today())} given")
    tell(f"Goals: {set_goals(database, actor, clock.today())} set")


def tell(text: str) -> None:
    sys.stdout.write(f"  {text}\n")
    sys.stdout.flush()
