"""Which kind of project a category of Teamwork or a pipeline of HubSpot stands for."""

from collections.abc import Mapping
from dataclasses import dataclass

from sqlalchemy import Connection, func, select

from regie.domains.integrations.matching.queries import guess_project_kind
from regie.domains.integrations.project_proposals.models import ProjectKindRule
from regie.domains.records.mirrors.models import HubspotStage, TeamworkCategory

CATEGORY, PIPELINE = "category", "pipeline"
# No project is proposed for this work.
NO_PROJECT = "none"
# Sold for one price, instead of a fee that recurs.
ONE_PRICE = ("fixed", "oos")
RuleKey = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Rule:
    """`guessed` is the kind that the name says; `kind` is the one that applies, null while nothing says it."""

    name: str
    guessed: str | None
    kind: str | None
    is_chosen: bool


def read_rules(db: Connection) -> dict[RuleKey, Rule]:
    """Return the rule of each category and pipeline, categories first, by name."""
    chosen = {
        (row.source, row.external_id): row.kind
        for row in db.execute(select(ProjectKindRule.source, ProjectKindRule.external_id, ProjectKindRule.kind))
    }
    names = {(CATEGORY, key): pair for key, pair in _category_names(db).items()}
    names |= {(PIPELINE, key): (name, None) for key, name in _pipeline_names(db).items()}
    return {key: _make_rule(name, parent, chosen, key) for key, (name, parent) in names.items()}


def _make_rule(name: str, parent: str | None, chosen: Mapping[RuleKey, str | None], key: RuleKey) -> Rule:
    guessed = guess_project_kind(name) or (guess_project_kind(parent) if parent else None)
    return Rule(name, guessed, chosen[key] or NO_PROJECT if key in chosen else guessed, key in chosen)


def _category_names(db: Connection) -> dict[str, tuple[str, str | None]]:
    """Return each category's name and that of its parent."""
    statement = select(TeamworkCategory.external_id, TeamworkCategory.name, TeamworkCategory.parent_id).where(
        TeamworkCategory.deleted_at.is_(None)
    )
    rows = db.execute(statement.order_by(TeamworkCategory.name_key)).all()
    names = {row.external_id: row.name for row in rows}
    return {row.external_id: (row.name, names.get(row.parent_id)) for row in rows}


def _pipeline_names(db: Connection) -> dict[str, str]:
    statement = (
        select(HubspotStage.pipeline_id, func.max(HubspotStage.pipeline_name).label("name"))
        .where(HubspotStage.pipeline_id.is_not(None), HubspotStage.deleted_at.is_(None))
        .group_by(HubspotStage.pipeline_id)
        .order_by(func.max(HubspotStage.pipeline_name))
    )
    return {row.pipeline_id: row.name or row.pipeline_id for row in db.execute(statement)}
