"""The agency's size and history: scales for the demo and for sample data, and two for benchmarks."""

from dataclasses import dataclass, replace
from datetime import date

from regie.sandbox.agency.calendar import months_later
from regie.sandbox.agency.habits import BILINGUAL, MESSY, TIDY, Habits


@dataclass(frozen=True, slots=True)
class Scale:
    name: str
    clients: int
    people: int
    work_since: int
    money_since: int
    time_since: int
    retainer_share: float
    retainer_starts_within: int  # months after `work_since`
    churn_share: float
    fixed_gap: tuple[int, int]  # days between two projects of one client
    extra_gap: tuple[int, int]
    work_until: int | None  # no new fixed or extra work after this day
    milestones: tuple[int, int]  # invoices of a fixed project, of an extra
    split_share: float  # invoices paid in two parts
    entries_a_day: tuple[float, ...]  # weights of 0, 1, 2… entries by one person on one day
    max_invoices: int | None = None
    max_entries: int | None = None
    habits: Habits = TIDY


def demo_scale(today: int) -> Scale:
    """Return a scale with fixed first days, so that a restart tomorrow has the same records and one more day."""
    two_years_ago = months_later(date.fromordinal(today).replace(day=1).toordinal(), -24)
    return Scale(
        name="demo",
        clients=69,
        people=26,
        work_since=min(date(2023, 9, 1).toordinal(), months_later(two_years_ago, -12)),
        money_since=min(date(2024, 11, 1).toordinal(), two_years_ago),
        time_since=min(date(2025, 9, 1).toordinal(), months_later(two_years_ago, 10)),
        retainer_share=0.8,
        retainer_starts_within=26,
        churn_share=0.2,
        fixed_gap=(300, 720),
        extra_gap=(330, 900),
        work_until=None,
        milestones=(4, 1),
        split_share=0.08,
        entries_a_day=(0.15, 0.35, 0.3, 0.2),
    )


def bench_scale(today: int) -> Scale:
    """2,000 clients, 10,000 projects, 100,000 invoices, 120,000 payments, 400,000 time entries, 300 employees."""
    begins = months_later(date.fromordinal(today).replace(day=1).toordinal(), -24)
    return Scale(
        name="bench",
        clients=2_000,
        people=306,
        work_since=begins,
        money_since=begins,
        time_since=begins,
        retainer_share=1.0,
        retainer_starts_within=1,
        churn_share=0.0,
        fixed_gap=(300, 300),
        extra_gap=(300, 300),
        work_until=begins + 599,
        milestones=(8, 6),
        split_share=0.255,
        entries_a_day=(0.0, 0.0, 0.15, 0.85),
        max_invoices=100_000,
        max_entries=400_000,
    )


def large_scale(today: int) -> Scale:
    """The agency of `bench_scale` four times over, in the same two years."""
    bench = bench_scale(today)
    return replace(bench, name="large", clients=8_000, people=1_206, max_invoices=400_000, max_entries=1_600_000)


def small_scale(today: int) -> Scale:
    """An agency with the people of `demo_scale` and a third of its clients, which is built in seconds."""
    return replace(demo_scale(today), name="small", clients=24)


def bilingual_scale(today: int) -> Scale:
    """An agency of other clients, whose categories, pipelines and invoices mix both languages."""
    return replace(demo_scale(today), name="bilingual", habits=BILINGUAL)


def messy_scale(today: int) -> Scale:
    """An agency whose categories say nothing, and whose invoices have gaps, other words and tax in their prices."""
    return replace(demo_scale(today), name="messy", habits=MESSY)


SCALES = {
    "demo": demo_scale,
    "small": small_scale,
    "bilingual": bilingual_scale,
    "messy": messy_scale,
    "bench": bench_scale,
    "large": large_scale,
}
