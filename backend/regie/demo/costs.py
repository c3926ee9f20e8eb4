"""Creates external costs of some of the demo's projects: what suppliers and freelancers billed in the last year."""

from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import insert, or_, select

from regie.core.audit.activity import without_audit
from regie.core.db.database import Database
from regie.core.text.folding import build_search_keys
from regie.demo.seeded_random import seeded_random
from regie.domains.records.project_costs.models import ProjectCost
from regie.domains.records.projects.models import Project

# Description, supplier, currency, and the range of the amount.
_ITEMS = (
    ("Séance photo", "Studio Lumen", "CAD", (600, 2_400)),
    ("Traduction anglaise", "Lexique traduction", "CAD", (250, 900)),
    ("Stock images and music", "Northlight Media", "USD", (80, 450)),
    ("Narration", "Voix du fleuve", "CAD", (300, 850)),
    ("Freelance front-end development", "Jordan Reyes", "USD", (900, 3_600)),
    ("Impression et montage", "Imprimerie Rive-Sud", "CAD", (400, 1_900)),
    ("Accessibility audit", "Clearway Labs", "USD", (700, 1_600)),
)
_A_YEAR = timedelta(days=365)
_SHARE_OF_PROJECTS, _MAX_COSTS = 0.3, 3


def create_costs(database: Database, today: date) -> int:
    """Create costs of projects that ran in the last year, unless costs exist; return their number."""
    with database.write() as session:
        if session.execute(select(ProjectCost.id).limit(1)).first() is not None:
            return 0
        ran = (
            select(Project.id, Project.number, Project.start_on, Project.end_on)
            .where(Project.start_on <= today, or_(Project.end_on.is_(None), Project.end_on >= today - _A_YEAR))
            .order_by(Project.id)
        )
        costs = [cost for project in session.execute(ran) for cost in _make_costs(project, today)]
        if costs:
            session.execute(without_audit(insert(ProjectCost)), costs)
    return len(costs)


def _make_costs(project: Any, today: date) -> Iterator[dict[str, Any]]:
    random = seeded_random("costs", project.number)
    if random.random() >= _SHARE_OF_PROJECTS:
        return
    first = max(project.start_on, today - _A_YEAR)
    last = min(project.end_on or today, today)
    for description, supplier, currency, (least, most) in random.sample(_ITEMS, random.randint(1, _MAX_COSTS)):
        texts = {"description": description, "supplier": supplier}
        yield {
            "project_id": project.id,
            "incurred_on": first + timedelta(days=random.randint(0, (last - first).days)),
            "amount": Decimal(random.randrange(least * 100, most * 100, 25)) / 100,
            "currency": currency,
            **texts,
            **build_search_keys(ProjectCost, texts),
        }
