"""The demo's core values, and what people of the agency saw of them in each other over the last months."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from sqlalchemy import insert, select
from sqlalchemy.orm import Session

from regie.core.db.database import Database
from regie.core.db.ids import new_api_id
from regie.core.text.folding import search_keys
from regie.demo.dice import dice
from regie.domains.insights.awards.models import Award
from regie.domains.insights.core_values.models import CoreValue
from regie.domains.records.employees.models import Employee
from regie.domains.records.users.models import User

_DAYS_BACK = 200
_MORNING = time(14, 20)


@dataclass(frozen=True, slots=True)
class _Value:
    """A value with what people say when they see it, in their own language."""

    names: tuple[str, str]
    descriptions: tuple[str, str]
    icon: str
    colour: str
    said: dict[str, tuple[str, ...]]
    is_active: bool = True


_VALUES = (
    _Value(
        ("Plain speaking", "Franc-parler"),
        (
            "We say early, and kindly, what does not work. A hard sentence today spares everyone a bad month.",
            "Nous disons tôt, et avec tact, ce qui ne va pas. Une phrase difficile aujourd’hui évite un mauvais mois.",
        ),
        "message",
        "teal",
        {
            "en-us": (
                "You told the client that the date would not hold, two weeks before it didn’t. They thanked us for it.",
                "You asked the question in the kickoff that the rest of us were afraid to ask.",
            ),
            "fr-ca": (
                "Tu as dit au client que l’échéance ne tiendrait pas, chiffres à l’appui. Il nous en a remerciés.",
                "Ton retour sur ma maquette était franc et généreux : elle est bien meilleure maintenant.",
            ),
        },
    ),
    _Value(
        ("Love of the craft", "Amour du métier"),
        (
            "We finish what nobody will see as carefully as what everybody will.",
            "Nous soignons ce que personne ne verra autant que ce que tout le monde regardera.",
        ),
        "sparkles",
        "amber",
        {
            "en-us": (
                "The handover file was so clear that the new developer asked me nothing at all.",
                "Every state of that form was drawn, even the ones that nobody had asked for.",
            ),
            "fr-ca": (
                "Tu as refait les espacements du courriel un par un. Sur téléphone, il est impeccable.",
                "La structure du site est si nette que le référencement a doublé sans campagne.",
            ),
        },
    ),
    _Value(
        ("Team first", "L’équipe d’abord"),
        (
            "Nobody stays late alone. We win and lose together.",
            "Personne ne finit tard sans aide. Nous gagnons et perdons ensemble.",
        ),
        "team",
        "blue",
        {
            "en-us": (
                "You took over my launch on the evening my daughter was ill. I have not forgotten.",
                "Thank you for sitting down with the interns every Thursday, also in the busiest weeks.",
            ),
            "fr-ca": (
                "Tu as pris mes appels toute la semaine sans qu’on te le demande. Merci, vraiment.",
                "Tu as laissé ta place à la présentation pour que la stagiaire y montre son travail. Chic geste.",
            ),
        },
    ),
    _Value(
        ("Word kept", "Parole tenue"),
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
    _Value(
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
    _Value(
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
class _People:
    givers: Sequence[Any]
    receivers: Sequence[Any]


def create_values(database: Database) -> int:
    """Once: whoever has values of their own keeps them; how many are new."""
    with database.write() as session:
        if session.execute(select(CoreValue.id).limit(1)).first() is not None:
            return 0
        session.add_all(_row(value, position) for position, value in enumerate(_VALUES, start=1))
    return len(_VALUES)


def give_values(database: Database, today: date) -> int:
    """Once: what was seen over the last months, told in the giver's language; how many that was."""
    with database.write() as session:
        if session.execute(select(Award.id).limit(1)).first() is not None:
            return 0
        keys = {row.name_en: row.id for row in session.execute(select(CoreValue.name_en, CoreValue.id))}
        known = [value for value in _VALUES if value.names[0] in keys]
        people = _people(session)
        if not known or len(people.givers) < 2 or len(people.receivers) < 2:
            return 0
        told = [(value, locale, text) for value in known for locale, texts in value.said.items() for text in texts]
        awards = [_award(keys[value.names[0]], value, locale, text, people, today) for value, locale, text in told]
        session.execute(insert(Award), sorted(awards, key=lambda award: award["created_at"]))
    return len(awards)


def _row(value: _Value, position: int) -> CoreValue:
    (name_en, name_fr), (description_en, description_fr) = value.names, value.descriptions
    return CoreValue(
        name_en=name_en, name_fr=_set_french(name_fr), description_en=description_en,
        description_fr=_set_french(description_fr), icon=value.icon, colour=value.colour, position=position,
        is_active=value.is_active,
    )  # fmt: skip


def _people(session: Session) -> _People:
    givers = select(User.id, User.locale, User.roles).where(User.status == "active").order_by(User.id)
    receivers = select(Employee.id, Employee.name, Employee.user_id, Employee.started_on)
    staff = receivers.where(Employee.status != "left").order_by(Employee.id)
    return _People([user for user in session.execute(givers) if user.roles], session.execute(staff).all())


def _award(key: int, value: _Value, locale: str, message: str, people: _People, today: date) -> dict[str, Any]:
    random = dice("award", message)
    # The retired value was last given half of that time ago.
    days = random.randrange(0 if value.is_active else _DAYS_BACK // 2, _DAYS_BACK)
    day = max(_workdays_before(today, days))
    giver = random.choice([user for user in people.givers if user.locale == locale] or people.givers)
    others = [one for one in people.receivers if one.user_id != giver.id]
    receiver = random.choice([one for one in others if one.started_on is None or one.started_on <= day] or others)
    given_at = datetime.combine(day, _MORNING, UTC) + timedelta(minutes=random.randrange(180))
    text = {"name": receiver.name, "message": _set_french(message)}
    return {
        "api_id": new_api_id(), "core_value_id": key, "receiver_id": receiver.id, "giver_id": giver.id,
        "awarded_on": day, "visibility": "private" if random.random() < 0.1 else "everyone",
        "created_at": given_at, "updated_at": given_at, **text, **search_keys(Award, text),
    }  # fmt: skip


def _workdays_before(today: date, days: int) -> Iterator[date]:
    """The working days of the week that ends so many days ago."""
    last = today - timedelta(days=days + 1)
    return (day for day in (last - timedelta(days=back) for back in range(3)) if day.weekday() < 5)


def _set_french(text: str) -> str:
    """With the no-break spaces that French asks for, which a source file does not show."""
    return text.replace(" :", "\u00a0:").replace("11 h 58", "11\u00a0h\u00a058")
