"""What makes the demo's employees whole: where they work and under whom, when they are away, what their hour costs."""

from datetime import date, timedelta
from decimal import Decimal

from sqlalchemy.orm import Session

from regie.demo.dice import dice
from regie.domains.records.employees.models import Employee, EmployeeCostRate, EmployeeLeave

# The first word that a title holds says where somebody works; who leads that department is named beside it.
_DEPARTMENTS = (
    (("fondat", "opérations"), "management", "super_admin"),
    (("contrôl",), "finance", "super_admin"),
    (("compte", "account", "fidélisation", "gestion"), "accounts", "admin"),
    (("stratèg",), "strategy", "admin"),
    (("artistique",), "design", "admin"),
    (("concept", "design"), "design", "zoe.st-pierre"),
    (("rédact", "writer"), "content", "zoe.st-pierre"),
    (("projet", "project", "qa"), "production", "admin"),
    (("dévelop", "develop"), "development", "anais.lecuyer"),
)
_ELSEWHERE = ("production", "anais.lecuyer")
_UNBILLED = ("management", "finance")
_PART_TIME, _CONTRACTOR = "remi.pelletier", "ravi.singh"
_AWAY = "noemie.gagne"
_ENGLISH = ("Thompson", "Singh", "O'Brien", "McAllister", "Patel", "Fraser", "Kowalski")
_A_YEAR = timedelta(days=365)


def describe(session: Session, people: list[Employee], today: date) -> None:
    """Every new employee gets what Teamwork does not say; one of them is on parental leave."""
    by_mail = {person.email.split("@")[0]: person for person in people}
    for mail, person in by_mail.items():
        person.department, boss = _place(person.job_title or "")
        manager = by_mail.get(boss)
        if manager is not None and manager is not person:
            person.manager_id = manager.id
        _employ(mail, person)
        _set_rates(session, person, today)
    away = by_mail.get(_AWAY)
    if away is not None:
        started_on = today - timedelta(days=40)
        session.add(EmployeeLeave(employee_id=away.id, starts_on=started_on, ends_on=started_on + timedelta(days=180)))
    session.flush()


def _employ(mail: str, person: Employee) -> None:
    """How much and for what they work, how they are reached, and which figures they see."""
    random = dice("staff", mail)
    person.is_billable = person.department not in _UNBILLED
    person.utilisation_target = random.choice((65, 70, 75, 80)) if person.is_billable else None
    person.phone = f"514 555-01{random.randrange(100):02d}"
    person.language = "en-us" if person.last_name in _ENGLISH else "fr-ca"
    person.timezone = "America/Toronto"
    if mail == _CONTRACTOR:
        person.employment, person.capacity_hours_week = "contractor", Decimal(15)
    elif mail == _PART_TIME:
        person.employment, person.capacity_hours_week = "part", Decimal(22)


def _place(title: str) -> tuple[str, str]:
    lowered = title.lower()
    for words, department, boss in _DEPARTMENTS:
        if any(word in lowered for word in words):
            return department, boss
    return _ELSEWHERE


def _set_rates(session: Session, person: Employee, today: date) -> None:
    """A rate from the first day on, and a raise a year ago for those who were here then."""
    first = person.started_on or today
    cents = dice("rate", person.email).randrange(3_800, 9_500, 50)
    raised = max(first, date(today.year - 1, today.month, 1))
    steps = {first: Decimal(cents) / 100}
    if raised - first > _A_YEAR:
        steps[raised] = Decimal(cents * 104 // 100) / 100
    for starts_on, amount in steps.items():
        session.add(EmployeeCostRate(employee_id=person.id, amount=amount, currency="CAD", starts_on=starts_on))
