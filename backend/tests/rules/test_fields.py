"""Where each column of an audited table can be seen and changed; a forgotten place is named."""

import json
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import pytest
from sqlalchemy import inspect

import regie.main  # noqa: F401 - imports every model
from regie.access.export_columns import Exported
from regie.core.api.wire import Input, ListQuery
from regie.core.audit.activity import NEVER_LOGGED
from regie.core.db.model import Record
from regie.core.text.folding import Searchable, searched_fields
from regie.core.text.locale import catalogue
from regie.domains.administration.imports.resources import Resource
from regie.domains.records.clients.models import SERVICES, Client

Kind = TypeVar("Kind")
ROOT = Path(__file__).parents[3]
FIELD_KINDS = (ROOT / "frontend/src/features/administration/activity/fieldKinds.ts").read_text("utf-8")
# Which noun's labels the screen gives to each kind of record.
NOUNS = dict(re.findall(r'^  (\w+): "(\w+)",$', FIELD_KINDS.partition("};")[0], re.M))
MODELS: list[Any] = [mapper.class_ for mapper in Record.registry.mappers if hasattr(mapper.class_, "audit")]
LABELS = {key for key in catalogue("en-us") if ".field." in key}


def modules(pattern: str) -> list[ModuleType]:
    found = sorted((ROOT / "backend/regie/domains").glob(pattern))
    return [import_module(f"regie.domains.{path.parts[-3]}.{path.parts[-2]}.{path.stem}") for path in found]


def members(pattern: str, kind: type[Kind]) -> list[Kind]:
    return [one for module in modules(pattern) for one in vars(module).values() if isinstance(one, kind)]


SCHEMAS = {module.__name__.split(".")[3]: module for module in modules("*/*/schemas.py")}
EXPORTS = members("*/*/columns.py", Exported)
RESOURCES = members("administration/imports/of_*.py", Resource)
# Columns that no answer of their noun has under their name, and why.
NOT_ANSWERED = {
    "attachments.client": "one of three owners: the answer has `owner`",
    "attachments.employee": "one of three owners: the answer has `owner`",
    "attachments.project": "one of three owners: the answer has `owner`",
    "connections.name": "the service's spelling, for the log",
    "goals.closed_value": "of a closed goal, answered as `current_value`",
    "matching.decision": "the answer has a match's `status`, which follows from it",
    "matching.other_name": "the matched record's name at that time, for the log",
    "projects.teamwork_project_id": "answered as one of `links`",
}
# Fields of a body that the noun's file cannot bring, and why.
NOT_IMPORTED = {
    "employees.metric_permissions": "rights are given one person at a time",
    "employees.metric_scopes": "rights are given one person at a time",
    "employees.teamwork_user_id": "matching finds it",
}


def parts_of(model: Any) -> Iterator[tuple[str, set[str]]]:
    """What the noun's bodies, answers and files name."""
    noun, domain = NOUNS[model.audit.subject], model.__module__.split(".")[3]
    for schemas in [SCHEMAS[name] for name in {noun, domain} & SCHEMAS.keys()]:
        for schema in vars(schemas).values():
            if isinstance(schema, type) and issubclass(schema, Input) and not issubclass(schema, ListQuery):
                yield "body", set(schema.model_fields)
            elif hasattr(schema, "__required_keys__"):
                yield "answer", schema.__required_keys__ | schema.__optional_keys__
    for resource in [one for one in RESOURCES if one.name == noun]:
        yield "import", {column.field for column in resource.columns}


def places_of(model: Any, *added: str) -> dict[str, set[str]]:
    """Each logged column by its label's name, and where it is found."""
    mapper = model.__mapper__
    names = {*mapper.column_attrs.keys(), *added} - NEVER_LOGGED - model.audit.hidden
    noun, parts = NOUNS[model.audit.subject], list(parts_of(model))
    found: dict[str, set[str]] = {}
    for name in names:
        is_reference = name in mapper.columns and mapper.columns[name].foreign_keys
        shown = name.removesuffix("_id") if is_reference else name
        label = {"label"} if {f"{noun}.field.{shown}", f"activity.field.{shown}"} & LABELS else set[str]()
        found[f"{noun}.{shown}"] = label | {place for place, fields in parts if {name, shown} & fields}
    return found


def without(place: str, found: dict[str, set[str]], among: str = "") -> set[str]:
    """The columns that are not in a place, of all or of those that are in another one."""
    return {name for name, places in found.items() if place not in places and (not among or among in places)}


@pytest.fixture(scope="module")
def found() -> dict[str, set[str]]:
    assert len(MODELS) > 15
    return {name: places for model in MODELS for name, places in places_of(model).items()}


def test_every_audited_column_has_a_label(found: dict[str, set[str]]):
    assert without("label", found) == set()


def test_every_audited_column_is_answered(found: dict[str, set[str]]):
    """A field that is sent and never answered looks empty in its form."""
    assert without("answer", found) == set(NOT_ANSWERED)


def test_what_is_sent_can_be_imported(found: dict[str, set[str]]):
    nouns = {resource.name for resource in RESOURCES}
    imported = {name: places for name, places in found.items() if name.split(".")[0] in nouns}
    assert nouns == {"clients", "employees"}
    assert without("import", imported, among="body") == set(NOT_IMPORTED)


def test_a_forgotten_column_is_named():
    """The control: a column that is nowhere, and one that only a body has."""
    name = "clients.shoe_size"
    found = places_of(Client, "shoe_size")
    assert without("label", found) == without("answer", found) == {name}
    assert without("import", found | {name: {"body"}}, among="body") == {name}


def test_every_searched_model_has_one_name():
    models = [mapper.class_ for mapper in Record.registry.mappers if issubclass(mapper.class_, Searchable)]
    assert len(models) > 15
    names = {model: [c.key for c in inspect(model).columns if c.info.get("searched") == 0] for model in models}
    assert {model: [searched_fields(model)[0]] for model in models} == names


@pytest.fixture(scope="module")
def sources() -> str:
    files = [*(ROOT / "frontend/src").rglob("*.ts*"), *(ROOT / "backend/regie").rglob("*.py")]
    return "\n".join(file.read_text("utf-8") for file in files if not {".test", ".gen"} & set(file.suffixes))


def unused(labels: set[str], sources: str) -> set[str]:
    """Labels that neither half names; nouns whose keys are put together are searched for the field's name alone."""
    named = set(re.findall(r"\b\w+\.field\.\w+", sources))
    nouns = {"activity", *re.findall(r"`(\w+)\.field\.\$\{", sources), *re.findall(r'useRecordFacts\("(\w+)"', sources)}
    words = {*re.findall(r"\w+", sources), *(f"{service}_link" for service in SERVICES)}
    for model in MODELS:
        named |= {name.replace(".", ".field.") for name in places_of(model)}
    named |= {file.label(column.id) for file in EXPORTS for column in file.columns}
    named |= {f"{resource.name}.field.{column.field}" for resource in RESOURCES for column in resource.columns}
    return {key for key in labels - named if key.split(".")[0] not in nouns or key.split(".")[2] not in words}


def test_every_label_is_used(sources: str):
    catalogued = json.loads((ROOT / "backend/regie/core/words/labels.json").read_text("utf-8"))
    labels = {f"{noun}.field.{field}" for noun, fields in catalogued.items() for field in fields}
    assert len(labels) > 400
    assert unused(labels, sources) == set()
    assert unused({"clients.field.nick_name", "teams.field.motto"}, sources) == {
        "clients.field.nick_name",
        "teams.field.motto",
    }
