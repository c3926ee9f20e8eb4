"""Tests that each column of an audited table has a label and appears in responses and imports."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest
from sqlalchemy import inspect

import regie.main  # noqa: F401 - imports every model
from regie.access.export_columns import ListExport
from regie.core.api.wire import Input, ListQuery
from regie.core.audit.activity import NEVER_LOGGED
from regie.core.db.model import Record
from regie.core.text.folding import Searchable, searched_fields
from regie.core.text.locale import catalogue
from regie.domains.administration.imports.resources import Column, Resource
from regie.domains.records.clients.models import SERVICES, Client

Kind = TypeVar("Kind")
ROOT = Path(__file__).parents[3]
FIELD_KINDS = (ROOT / "frontend/src/features/administration/activity/fieldKinds.ts").read_text("utf-8")
# The noun whose labels the screen uses for each kind of record.
NOUNS = dict(re.findall(r'^  (\w+): "(\w+)",$', FIELD_KINDS.partition("};")[0], re.M))
MODELS: list[Any] = [mapper.class_ for mapper in Record.registry.mappers if hasattr(mapper.class_, "audit")]
LABELS = {key for key in catalogue("en-us") if ".field." in key}


def modules(pattern: str) -> list[ModuleType]:
    found = sorted((ROOT / "backend/regie/domains").glob(pattern))
    return [import_module(f"regie.domains.{path.parts[-3]}.{path.parts[-2]}.{path.stem}") for path in found]


def members(pattern: str, kind: type[Kind]) -> list[Kind]:
    return [one for module in modules(pattern) for one in vars(module).values() if isinstance(one, kind)]


SCHEMAS = {module.__name__.split(".")[3]: module for module in modules("*/*/schemas.py")}
EXPORTS = members("*/*/columns.py", ListExport)
RESOURCES = members("administration/imports/*_resource.py", Resource)
# Columns that no response of their noun contains by name, and why.
NOT_IN_RESPONSES = {
    "attachments.client": "one of three owners: the response has `owner`",
    "attachments.employee": "one of three owners: the response has `owner`",
    "attachments.project": "one of three owners: the response has `owner`",
    "clients.promised_amount": "the response has `promise`",
    "clients.promised_currency": "the response has `promise`",
    "connections.name": "the service's spelling, for the log",
    "goals.closed_value": "of a closed goal, returned as `current_value`",
    "months.month": "the response has the month as `starts_on`",
    "matching.decision": "the response has the match's `status`, which depends on it",
    "matching.other_name": "the matched record's name at that time, for the log",
    "projects.teamwork_project_id": "returned as one of `links`",
}
# Fields of a request body that imports do not support, and why.
NOT_IMPORTED = {
    "clients.collection_state": "of the follow-up of receivables, which contacts with the client change",
    "clients.follow_up_on": "of the follow-up of receivables, which contacts with the client change",
    "clients.follow_up_owner": "of the follow-up of receivables, which contacts with the client change",
    "clients.promised_amount": "of the follow-up of receivables, which contacts with the client change",
    "clients.promised_currency": "of the follow-up of receivables, which contacts with the client change",
    "clients.promised_on": "of the follow-up of receivables, which contacts with the client change",
    "clients.health": "a person sets it for a while, with a reason; it is computed otherwise",
    "clients.health_note": "the reason for a health that a person set",
    "clients.health_until": "the last day of a health that a person set",
    "payments.period_end": "of a retainer, whose schedule follows its terms",
    "payments.period_start": "of a retainer, whose schedule follows its terms",
    "payments.reason": "of a payment that a person skips or writes off",
    "payments.status": "the invoice, or a person, decides about one payment at a time",
    "projects.deal": "the sale creates the project from its deal",
    "projects.teamwork_project_id": "matching finds it",
    "employees.metric_permissions": "rights are given one person at a time",
    "employees.metric_scopes": "rights are given one person at a time",
    "employees.teamwork_user_id": "matching finds it",
}


def fields_by_place(model: Any) -> Iterator[tuple[str, set[str]]]:
    """Yield the field names of the noun's request bodies, responses and imports."""
    noun, domain = NOUNS[model.audit.subject], model.__module__.split(".")[3]
    for schemas in [SCHEMAS[name] for name in {noun, domain} & SCHEMAS.keys()]:
        for schema in vars(schemas).values():
            if isinstance(schema, type) and issubclass(schema, Input) and not issubclass(schema, ListQuery):
                yield "body", set(schema.model_fields)
            elif hasattr(schema, "__required_keys__"):
                yield "response", schema.__required_keys__ | schema.__optional_keys__
    for resource in [one for one in RESOURCES if (one.noun or one.name) == noun]:
        yield "import", {column.field for column in resource.columns}


def places_by_column(model: Any, *added: str) -> dict[str, set[str]]:
    """Return the places that contain each logged column, by label name."""
    mapper = model.__mapper__
    names = {*mapper.column_attrs.keys(), *added} - NEVER_LOGGED - model.audit.hidden
    noun, parts = NOUNS[model.audit.subject], list(fields_by_place(model))
    found: dict[str, set[str]] = {}
    for name in names:
        is_reference = name in mapper.columns and mapper.columns[name].foreign_keys
        shown = name.removesuffix("_id") if is_reference else name
        label = {"label"} if {f"{noun}.field.{shown}", f"activity.field.{shown}"} & LABELS else set[str]()
        found[f"{noun}.{shown}"] = label | {place for place, fields in parts if {name, shown} & fields}
    return found


def columns_missing_in(place: str, found: dict[str, set[str]], among: str = "") -> set[str]:
    """Return the columns that are missing in a place, optionally among those of another place."""
    return {name for name, places in found.items() if place not in places and (not among or among in places)}


@pytest.fixture(scope="module")
def found() -> dict[str, set[str]]:
    assert len(MODELS) > 15
    return {name: places for model in MODELS for name, places in places_by_column(model).items()}


def test_every_audited_column_has_a_label(found: dict[str, set[str]]):
    assert columns_missing_in("label", found) == set()


def test_every_audited_column_is_in_a_response(found: dict[str, set[str]]):
    """Otherwise the field of a form would stay empty."""
    assert columns_missing_in("response", found) == set(NOT_IN_RESPONSES)


def test_request_fields_can_be_imported(found: dict[str, set[str]]):
    nouns = {resource.noun or resource.name for resource in RESOURCES}
    imported = {name: places for name, places in found.items() if name.split(".")[0] in nouns}
    assert nouns == {
        "clients", "employees", "projects", "terms", "payments", "project_costs", "churns", "teams", "goals",
    }  # fmt: skip
    assert columns_missing_in("import", imported, among="body") == set(NOT_IMPORTED)


def columns_without_field(resource: Resource, model: type[Input]) -> set[str]:
    """Return the import columns that are no field of a request body, except those that only find a record."""
    keys = resource.keys if model is resource.update_model else resource.keys[:-1]
    finding = {field for key in keys for field in key}
    return {f"{resource.name}.{column.field}" for column in resource.columns} - {
        f"{resource.name}.{field}" for field in {*model.model_fields, *finding}
    }


def test_import_columns_are_fields_of_the_request_body():
    """A field that both the body and the form lack would otherwise still be imported."""
    for resource in RESOURCES:
        assert columns_without_field(resource, resource.create_model) == set()
        assert columns_without_field(resource, resource.update_model) == set()


def test_import_column_without_field_is_detected():
    clients = next(resource for resource in RESOURCES if resource.name == "clients")
    planted = replace(clients, columns=[*clients.columns, Column("shoe_size")])
    assert columns_without_field(planted, clients.create_model) == {"clients.shoe_size"}


def test_missing_column_is_detected():
    """Cases: a column without any place, and one that only a request body has."""
    name = "clients.shoe_size"
    found = places_by_column(Client, "shoe_size")
    assert columns_missing_in("label", found) == columns_missing_in("response", found) == {name}
    missing = columns_missing_in("import", found | {name: {"body"}}, among="body")
    assert missing - set(NOT_IMPORTED) == {name}


def test_every_searched_model_has_one_name():
    models = [mapper.class_ for mapper in Record.registry.mappers if issubclass(mapper.class_, Searchable)]
    assert len(models) > 15
    names = {model: [c.key for c in inspect(model).columns if c.info.get("searched") == 0] for model in models}
    assert {model: [searched_fields(model)[0]] for model in models} == names


@pytest.fixture(scope="module")
def sources() -> str:
    files = [*(ROOT / "frontend/src").rglob("*.ts*"), *(ROOT / "backend/regie").rglob("*.py")]
    return "\n".join(file.read_text("utf-8") for file in files if not {".test", ".gen"} & set(file.suffixes))


def unused_labels(labels: set[str], sources: str) -> set[str]:
    """Return unused labels; where code composes the keys, only the field's name is searched."""
    named = set(re.findall(r"\b\w+\.field\.\w+", sources))
    nouns = {"activity", *re.findall(r"`(\w+)\.field\.\$\{", sources), *re.findall(r'useRecordFacts\("(\w+)"', sources)}
    words = {*re.findall(r"\w+", sources), *(f"{service}_link" for service in SERVICES)}
    for model in MODELS:
        named |= {name.replace(".", ".field.") for name in places_by_column(model)}
    named |= {file.label_key(column.id) for file in EXPORTS for column in file.columns}
    named |= {
        f"{resource.noun or resource.name}.field.{column.field}"
        for resource in RESOURCES
        for column in resource.columns
    }
    return {key for key in labels - named if key.split(".")[0] not in nouns or key.split(".")[2] not in words}


def test_every_label_is_used(sources: str):
    catalogued = json.loads((ROOT / "backend/regie/core/words/labels.json").read_text("utf-8"))
    labels = {f"{noun}.field.{field}" for noun, fields in catalogued.items() for field in fields}
    assert len(labels) > 400
    assert unused_labels(labels, sources) == set()
    assert unused_labels({"clients.field.nick_name", "teams.field.motto"}, sources) == {
        "clients.field.nick_name",
        "teams.field.motto",
    }
