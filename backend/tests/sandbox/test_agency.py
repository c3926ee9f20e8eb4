"""The generated agency: reproducible, growing from day to day, realistic in size, and consistent."""

from collections import Counter
from dataclasses import replace
from datetime import date, datetime
from typing import Any

import pytest

from regie.sandbox.agency.build import Agency, build_agency
from regie.sandbox.agency.calendar import DAY_MS, day_of
from regie.sandbox.agency.scale import SCALES, bench_scale
from tests.sandbox.conftest import NOW

NAMES = {"people": "email", "companies": "name", "projects": "name", "deals": "name", "invoices": "number"}
ROLES = ("super_admin", "admin", "financial_manager", "account_manager", "churn_manager", "employee")


@pytest.fixture(scope="module")
def agency() -> Agency:
    return build_agency("demo", 7, NOW)


def test_same_seed_and_time_build_the_same_agency(agency: Agency) -> None:
    rebuilt = build_agency("demo", 7, NOW)
    for name, table in agency.tables().items():
        assert rebuilt.tables()[name].rows == table.rows


def test_another_seed_builds_another_agency(agency: Agency) -> None:
    other = build_agency("demo", 8, NOW)
    assert [row.amount for row in other.deals.rows] != [row.amount for row in agency.deals.rows]


@pytest.mark.parametrize("days", [1, 45])
def test_later_start_preserves_all_records_and_adds_new_ones(agency: Agency, days: int) -> None:
    later = build_agency("demo", 7, NOW + days * DAY_MS)
    for name, table in agency.tables().items():
        others = later.tables()[name]
        for row in table.rows:
            other: Any = others.get(row.id)
            assert other is not None, (name, row)
            if name in NAMES:
                assert getattr(other, NAMES[name]) == getattr(row, NAMES[name])
            if getattr(row, "updated", 0) != getattr(other, "updated", 0):
                assert other.updated > NOW, (name, row, other)
    assert len(later.invoices) >= len(agency.invoices)


def test_no_record_is_in_the_future(agency: Agency) -> None:
    for name, table in agency.tables().items():
        for row in table.rows:
            assert getattr(row, "updated", 0) <= NOW, (name, row)
            assert getattr(row, "created", 0) <= getattr(row, "updated", 0), (name, row)


def test_agency_has_a_realistic_size(agency: Agency) -> None:
    assert len(agency.people) >= 24
    assert len(agency.companies) >= 64
    assert len(agency.projects) >= 160
    assert len(agency.deals) >= 120
    assert len(agency.invoices) >= 1500
    assert len(agency.entries) >= 6000
    days = [row.day for row in agency.invoices.rows]
    assert min(days) <= date(2024, 11, 30).toordinal()
    assert day_of(NOW) - max(days) <= 7


def test_demo_users_are_sellers_and_account_managers(agency: Agency) -> None:
    people = {row.email: row for row in agency.people.rows}
    owners = {row.email for row in agency.owners.rows}
    assert all(f"{role}@regie.example" in people for role in ROLES)
    assert {"account_manager@regie.example", "admin@regie.example"} <= owners
    maelle = people["account_manager@regie.example"]
    assert (maelle.first_name, maelle.last_name) == ("Maëlle", "Tremblay")
    managed = Counter(row.managed_by for row in agency.companies.rows)
    assert managed[maelle.id] > 20


def test_every_client_exists_in_all_three_services(agency: Agency) -> None:
    domains = {row.email.partition("@")[2] for row in agency.companies.rows if not row.is_owner and not row.deleted}
    billed = {row.email.partition("@")[2] for row in agency.customers.rows if row.email}
    assert domains == billed
    sold_to = {row.domain for row in agency.hubspot_companies.rows if row.domain}
    assert len(domains & sold_to) > len(domains) * 0.8
    assert len(agency.hubspot_companies) > len(domains)


def test_some_names_differ_between_services(agency: Agency) -> None:
    work = {row.email.partition("@")[2]: row.name for row in agency.companies.rows}
    money = {row.email.partition("@")[2]: row.name for row in agency.customers.rows if row.email}
    same = [domain for domain, name in money.items() if work[domain] == name]
    assert len(money) * 0.3 < len(same) < len(money) * 0.9


def test_deals_have_every_outcome(agency: Agency) -> None:
    projects = {frozenset(row.name.split(" – ")) for row in agency.projects.rows}
    won = [row for row in agency.deals.rows if row.stage in ("closedwon", "73194003", "73195502")]
    without_project = [row for row in won if frozenset(row.name.replace(" - ", " – ").split(" – ")) not in projects]
    assert 2 <= len(without_project) < len(won) / 4
    stages = Counter(row.stage for row in agency.deals.rows)
    assert stages["closedlost"] > 10
    assert sum(stages[stage] for stage in ("appointmentscheduled", "qualifiedtobuy", "presentationscheduled")) > 5


def test_balances_match_invoices_and_payments(agency: Agency) -> None:
    invoices = {row.id: row for row in agency.invoices.rows}
    paid: Counter[int] = Counter()
    for payment in agency.payments.rows:
        for amount, kind, transaction in payment.applied:
            if kind == "Invoice":
                paid[transaction] += amount
                assert payment.id in invoices[transaction].payment_ids
    for row in invoices.values():
        assert row.balance == (0 if row.voided else row.total - paid[row.id])
        assert row.total == sum(line.amount for line in row.lines) + sum(tax[2] for tax in row.taxes)
    owed: Counter[int] = Counter()
    for row in invoices.values():
        owed[row.customer_id] += row.balance
    for payment in agency.payments.rows:
        owed[payment.customer_id] -= payment.unapplied
    for memo in agency.credit_memos.rows:
        owed[memo.customer_id] -= memo.remaining
    assert all(customer.balance == owed[customer.id] for customer in agency.customers.rows)


def test_transactions_share_one_sequence_of_ids(agency: Agency) -> None:
    tables = (agency.invoices, agency.payments, agency.credit_memos)
    ids = [row.id for table in tables for row in table.rows]
    assert len(ids) == len(set(ids)) == max(ids) - min(ids) + 1


def test_bench_scale_has_the_documented_sizes() -> None:
    small = replace(bench_scale(day_of(NOW)), clients=40, people=60, max_invoices=2_000, max_entries=3_000)
    agency = build_agency(small, 7, NOW)
    names = {row.id: row.name for row in agency.categories.rows}
    kinds = Counter(names[row.category_id] for row in agency.projects.rows if row.category_id and row.is_billable)
    assert len(agency.projects) == 40 * 5 + 1
    assert sum(kinds[name] for name in ("Forfait", "Retainer", "Forfait / Web")) > 34
    assert (len(agency.invoices), len(agency.entries)) == (2_000, 3_000)
    assert 2_300 < len(agency.payments) < 2_500


def test_large_agency_is_the_bench_agency_four_times_over() -> None:
    bench, large = SCALES["bench"](day_of(NOW)), SCALES["large"](day_of(NOW))
    for size in ("clients", "max_invoices", "max_entries"):
        assert getattr(large, size) == 4 * getattr(bench, size)
    assert large.people - 6 == 4 * (bench.people - 6)
    assert (large.work_since, large.money_since) == (bench.work_since, bench.money_since)


def test_agency_builds_on_month_ends_and_leap_days() -> None:
    for text in ("2027-01-31T23:59:59+00:00", "2028-02-29T12:00:00+00:00", "2025-03-01T00:00:00+00:00"):
        moment = int(datetime.fromisoformat(text).timestamp() * 1000)
        agency = build_agency("demo", 7, moment)
        assert len(agency.invoices) >= 1200
        assert max(row.updated for row in agency.invoices.rows) <= moment
