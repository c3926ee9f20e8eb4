"""Builds the agency, the same for the same seed and day."""

import gc
from dataclasses import dataclass
from datetime import date

from regie.sandbox.agency.calendar import day_of
from regie.sandbox.agency.clients import build_clients
from regie.sandbox.agency.contacts import build_contacts
from regie.sandbox.agency.engagements import build_engagements
from regie.sandbox.agency.money import build_money
from regie.sandbox.agency.roster import build_members
from regie.sandbox.agency.rows import (
    Category,
    CreditMemo,
    Customer,
    Deal,
    HubspotCompany,
    HubspotContact,
    Invoice,
    Owner,
    Payment,
    Person,
    Project,
    TeamworkCompany,
    TimeEntry,
)
from regie.sandbox.agency.sales import build_sales
from regie.sandbox.agency.scale import SCALES, Scale
from regie.sandbox.agency.truth import RetainerTruth, find_truth
from regie.sandbox.agency.work import build_work
from regie.sandbox.table import Table


@dataclass(frozen=True, slots=True)
class Agency:
    people: Table[Person]
    companies: Table[TeamworkCompany]
    categories: Table[Category]
    projects: Table[Project]
    entries: Table[TimeEntry]
    owners: Table[Owner]
    hubspot_companies: Table[HubspotCompany]
    hubspot_contacts: Table[HubspotContact]
    deals: Table[Deal]
    customers: Table[Customer]
    invoices: Table[Invoice]
    payments: Table[Payment]
    credit_memos: Table[CreditMemo]
    retainers: list[RetainerTruth]

    def tables(self) -> dict[str, "Table"]:
        return {name: value for name in self.__slots__ if isinstance(value := getattr(self, name), Table)}


def build_agency(scale: str | Scale, seed: int, now: int) -> Agency:
    """Build the agency as of `now` (epoch milliseconds)."""
    today = day_of(now)
    resolved_scale = SCALES[scale](date.fromordinal(today).toordinal()) if isinstance(scale, str) else scale
    was_enabled = gc.isenabled()
    gc.disable()  # with hundreds of thousands of long-lived rows, garbage collection would take most of the time
    try:
        return _build(resolved_scale, seed, now, today)
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def _build(scale: Scale, seed: int, now: int, today: int) -> Agency:
    clients, roster = (
        build_clients(
            scale.clients,
            seed,
            has_listed=not scale.habits.has_invented_clients,
            same_name_share=scale.habits.same_name_share,
        ),
        build_members(scale.people, seed),
    )
    engagements = build_engagements(clients, roster, scale, seed, today)
    work = build_work(clients, roster, engagements, scale, seed, now, today)
    sales = build_sales(clients, roster, engagements, scale, seed, now)
    contacts = build_contacts(clients, sales.companies, seed)
    money = build_money(clients, engagements, scale, seed, now)
    return Agency(
        people=Table(work.people, updated=lambda row: row.updated),
        companies=Table(work.companies, updated=lambda row: row.updated),
        categories=Table(list(scale.habits.categories)),
        projects=Table(work.projects, updated=lambda row: row.updated),
        entries=Table(work.entries, updated=lambda row: row.updated, day=lambda row: row.day),
        owners=Table(sales.owners),
        hubspot_companies=Table(sales.companies, updated=lambda row: row.updated),
        hubspot_contacts=Table(contacts, updated=lambda row: row.updated),
        deals=Table(sales.deals, updated=lambda row: row.updated),
        customers=Table(money.customers, updated=lambda row: row.updated),
        invoices=Table(money.invoices, updated=lambda row: row.updated),
        payments=Table(money.payments, updated=lambda row: row.updated),
        credit_memos=Table(money.credit_memos, updated=lambda row: row.updated),
        retainers=find_truth(work.engagements, today),
    )
