"""Creates the demo's core values and recognitions of the last months."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.core.text.folding import build_search_keys
from regie.demo.seeded_random import seeded_random
from regie.domains.insights.awards.models import Award
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

_DAYS_BACK = 200
_MORNING = time(14, 20)


@dataclass(frozen=True, slots=True)
class DemoValue:
    """A core value, with messages of recognition by language."""

    names: tuple[str, str]
    descriptions: tuple[str, str]
    icon: str
    colour: str
    messages: dict[str, tuple[str, ...]]
    is_active: bool = True


_VALUES = (
    DemoValue(
        ("Plain speaking", "Franc-parler"),
        (
            "We say early, and kindly, what does not work. A hard sentence today spares everyone a bad month.",
            "Nous disons tôt, et avec tact, ce qui ne va pas. Une phrase difficile aujourd’hui évite un mauvais mois.",
        ),
        "message",
        "teal",
        {
            "en-us": (
                "You warned the client two weeks early that the date would slip. They thanked us for it.",
                "In the kickoff you raised the question that the rest of us were afraid to raise.",
            ),
            "fr-ca": (
                "Tu as dit au client que l’échéance ne tiendrait pas, chiffres à l’appui. Il nous en a remerciés.",
                "Ton retour sur ma maquette était franc et généreux : elle est bien meilleure maintenant.",
            ),
        },
    ),
    DemoValue(
        ("Love of the craft", "Amour du métier"),
        (
            "We finish what no one will see as carefully as what everyone will.",
            "Nous soignons ce que personne ne verra autant que ce que tout le monde regardera.",
        ),
        "sparkles",
        "amber",
        {
            "en-us": (
                "The handover file was so clear that the new developer had no questions at all.",
                "Every state of that form was drawn, even the ones that no one had requested.",
            ),
            "fr-ca": (
                "Tu as refait les espacements du courriel un par un. Sur téléphone, il est impeccable.",
                "La structure du site est si nette que le référencement a doublé sans campagne.",
            ),
        },
    ),
    DemoValue(
        ("Team first", "L’équipe d’abord"),
        (
            "No one stays late alone. We win and lose together.",
            "Personne ne finit tard sans aide. Nous gagnons et perdons ensemble.",
        ),
        "team",
        "blue",
        {
            "en-us": (
                "You took over my launch on the evening my daughter was ill. It meant a lot to me.",
                "Thank you for sitting down with the interns every Thursday, also in the busiest weeks.",
            ),
            "fr-ca": (
                "Tu as pris mes appels toute la semaine sans qu’on te le demande. Merci, vraiment.",
                "Tu as laissé ta place à la présentation pour que la stagiaire y montre son travail. Chic geste.",
            ),
        },
    ),
    DemoValue(
        ("Reliability", "Parole tenue"),
        (
            "What we promise, we do; what we cannot do, we do not promise.",
            "Ce que nous promettons, nous le faisons; ce que nous ne pouvons pas faire, nous ne le promettons pas.",
        ),
        "handshake",
        "green",
        {
            "en-us": (
                "Friday noon, you said. Friday, eleven fifty-eight, it was there.",
                "You stayed within the hours we sold, to the quarter of an hour, and still did it well.",
            ),
            "fr-ca": (
                "Tu avais dit vendredi midi : c’était livré à 11 h 58, relu et testé.",
                "Le budget était serré et tu l’as respecté sans rogner sur la qualité.",
            ),
        },
    ),
    DemoValue(
        ("Curiosity", "Curiosité"),
        (
            "We would rather ask one question too many than answer the wrong one.",
            "Nous aimons mieux poser une question de trop que répondre à la mauvaise.",
        ),
        "compass",
        "purple",
        {
            "en-us": (
                "You read the client’s annual report for fun, and found the idea for the campaign in it.",
                "Your lunch talk on accessibility changed how I write every single button.",
            ),
            "fr-ca": (
                "Tu as passé une journée en boutique avant d’écrire une seule ligne. Ça se sent.",
                "Grâce à ton essai avec les données ouvertes, nous avons une offre de plus à proposer.",
            ),
        },
    ),
    DemoValue(
        ("Speed", "Rapidité"),
        (
            "We ship first and polish later.",
            "Nous livrons d’abord et peaufinons ensuite.",
        ),
        "rocket",
        "red",
        {
            "en-us": ("From brief to banner in four hours: the client could not believe it.",),
            "fr-ca": ("Une page d’atterrissage en une matinée, et elle convertit. Chapeau!",),
        },
        is_active=False,
    ),
)


@dataclass(frozen=True, slots=True)
class Participants:
    givers: Sequence[Any]
    receivers: Sequence[Any]


def create_core_values(database: Database) -> int:
    """Create core values unless some exist; return their number."""
    with database.write() as session:
        if session.execute(select(CoreValue.id).limit(1)).first() is not None:
            return 0
        session.add_all(_make_core_value(value, position) for position, value in enumerate(_VALUES, start=1))
    return len(_VALUES)


def create_awards(database: Database, today: date) -> int:
    """Create recognitions in the giver's language unless some exist; return their number."""
    with database.write() as session:
        if session.execute(select(Award.id).limit(1)).first() is not None:
            return 0
        keys = {row.name_en: row.id for row in session.execute(select(CoreValue.name_en, CoreValue.id))}
        existing_values = [value for value in _VALUES if value.names[0] in keys]
        people = _read_people(session)
        if not existing_values or len(people.givers) < 2 or len(people.receivers) < 2:
            return 0
        texts_by_value = [
            (value, locale, text)
            for value in existing_values
            for locale, texts in value.messages.items()
            for text in texts
        ]
        awards = [
            _make_award(keys[value.names[0]], value, locale, text, people, today)
            for value, locale, text in texts_by_value
        ]
        session.execute(insert(Award), sorted(awards, key=lambda award: award["created_at"]))
    return len(awards)


def _make_core_value(value: DemoValue, position: int) -> CoreValue:
    (name_en, name_fr), (description_en, description_fr) = value.names, value.descriptions
    return CoreValue(
        name_en=name_en, name_fr=_add_french_spaces(name_fr), description_en=description_en,
        description_fr=_add_french_spaces(description_fr), icon=value.icon, colour=value.colour, position=position,
        is_active=value.is_active,
    )  # fmt: skip


def _read_people(session: Session) -> Participants:
    givers = select(User.id, User.locale, User.roles).where(User.status == "active").order_by(User.id)
    receivers = select(Employee.id, Employee.name, Employee.user_id, Employee.started_on)
    staff = receivers.where(Employee.status != "left").order_by(Employee.id)
    return Participants([user for user in session.execute(givers) if user.roles], session.execute(staff).all())


def _make_award(
    key: int, value: DemoValue, locale: str, message: str, people: Participants, today: date
) -> dict[str, Any]:
    random = seeded_random("award", message)
    # The inactive value was not given in the second half of the period.
    days = random.randrange(0 if value.is_active else _DAYS_BACK // 2, _DAYS_BACK)
    day = max(_workdays_before(today, days))
    giver = random.choice([user for user in people.givers if user.locale == locale] or people.givers)
    others = [employee for employee in people.receivers if employee.user_id != giver.id]
    receiver = random.choice(
        [employee for employee in others if employee.started_on is None or employee.started_on <= day] or others
    )
    given_at = datetime.combine(day, _MORNING, UTC) + timedelta(minutes=random.randrange(180))
    text = {"name": receiver.name, "message": _add_french_spaces(message)}
    return {
        "api_id": new_api_id(), "core_value_id": key, "receiver_id": receiver.id, "giver_id": giver.id,
        "awarded_on": day, "visibility": "private" if random.random() < 0.1 else "everyone",
        "created_at": given_at, "updated_at": given_at, **text, **build_search_keys(Award, text),
    }  # fmt: skip


def _workdays_before(today: date, days: int) -> Iterator[date]:
    """Return the workdays among the three days that end `days` + 1 days ago."""
    last = today - timedelta(days=days + 1)
    return (day for day in (last - timedelta(days=back) for back in range(3)) if day.weekday() < 5)


def _add_french_spaces(text: str) -> str:
    """Insert the no-break spaces of French typography, which are invisible in source files."""
    return text.replace(" :", "\u00a0:").replace("11 h 58", "11\u00a0h\u00a058")
