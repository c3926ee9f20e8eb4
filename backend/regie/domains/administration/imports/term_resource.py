"""Describes dated terms of retainers in files; project, term and first day identify one."""

from collections.abc import Iterable, Iterator
from contextlib import suppress
from decimal import Decimal
from typing import Any

from regie.access.permissions import Permission
from regie.core.api.errors import NotFound
from regie.core.api.wire import ApiId
from regie.domains.administration.imports.cells import Choice, Day, ImportContext, Integer, Number
from regie.domains.administration.imports.references import PROJECT
from regie.domains.administration.imports.resources import Column, ExistingRecord, Key, Resource, join_names
from regie.domains.work.terms import actions
from regie.domains.work.terms.queries import read_terms
from regie.domains.work.terms.schemas import ProjectTerm, TermCreate

_NAME = Choice("term_name")
_ROLLOVER_LIMITS = ("rollover_cap_hours", "rollover_expiry_months")


class PastTerm(TermCreate):
    """A term with the retainer that it belongs to."""

    project: ApiId


def find_terms(context: ImportContext, keys: Iterable[Key]) -> dict[Key, list[Any]]:
    """Return the terms that can be corrected; a project that is no retainer has none, and its action says so."""
    found: dict[Key, list[Any]] = {}
    for project in sorted({key[0] for key in keys}):
        for term in _read_terms(context, project):
            key = (project, term["name"], term["effective_from"].isoformat())
            found.setdefault(key, []).append((project, term))
    return found


def _read_terms(context: ImportContext, project: str) -> Iterator[ProjectTerm]:
    with suppress(NotFound):
        found = read_terms(context.session.connection(), context.actor, project, context.clock.today())
        yield from (term for term in found["terms"] if term["can_change"])


def read_term(_context: ImportContext, found: Any) -> ExistingRecord:
    project, term = found
    amount = term["amount"] and Decimal(term["amount"]["amount"])
    hours = {name: term[name] and Decimal(term[name]) for name in ("hours", "rollover_cap_hours")}
    return ExistingRecord(project, {**term, **hours, "amount": amount, "project": project})


def record_term(context: ImportContext, data: PastTerm) -> str:
    actions.record_project_term(context.session, context.actor, data.project, data, context.clock)
    return data.project


def correct_term(context: ImportContext, term: ExistingRecord, data: TermCreate) -> None:
    """Replace the value of a first day; hours that are no longer carried over have no limits."""
    known = {name: value for name, value in term.values.items() if name in TermCreate.model_fields}
    values = {**known, **data.model_dump(exclude_unset=True), "replaces": term.values["effective_from"]}
    if values["rollover"] == "none":
        values |= dict.fromkeys(_ROLLOVER_LIMITS)
    corrected = TermCreate.model_construct(**values)
    actions.record_project_term(context.session, context.actor, term.api_id, corrected, context.clock)


class TermCorrection(TermCreate):
    """The values that a row changes; its key says which term."""

    name: None = None  # type: ignore[assignment]
    effective_from: None = None  # type: ignore[assignment]


def display_name(context: ImportContext, values: dict[str, Any]) -> str:
    return join_names(PROJECT.format(values.get("project"), context), _NAME.format(values.get("name"), context))


TERMS = Resource(
    name="terms",
    permissions=(Permission.PROJECTS_EDIT, Permission.PROJECTS_EDIT_BILLING),
    keys=(("project", "name", "effective_from"),),
    columns=(
        Column("project", PROJECT, is_required=True, synonyms=("retainer", "forfait", "number", "numéro")),
        Column("name", _NAME, is_required=True, synonyms=("kind", "type")),
        Column("effective_from", Day(), is_required=True, synonyms=("from", "date", "starts on", "à partir de")),
        Column("state", Choice("project_status"), synonyms=("state", "statut")),
        Column("amount", Number(), synonyms=("fee", "tarif")),
        Column("billing_interval", Choice("billing_interval"), synonyms=("interval", "intervalle")),
        Column("hours", Number()),
        Column("rollover", Choice("rollover")),
        Column("rollover_cap_hours", Number()),
        Column("rollover_expiry_months", Integer()),
        Column("reason", synonyms=("note",)),
    ),
    create_model=PastTerm,
    update_model=TermCorrection,
    find=find_terms,
    read=read_term,
    create=record_term,
    update=correct_term,
    display_name=display_name,
)
