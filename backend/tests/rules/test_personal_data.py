"""Tests that every column that can hold personal data is declared, documented, exported and erased."""

from pathlib import Path
from typing import Any, get_args

import pytest
from sqlalchemy import JSON, Column, LargeBinary, MetaData, String, Table

from regie.core.audit.activity import PERMANENT_SUBJECTS
from regie.core.text.erased import ERASED_NAME
from regie.core.text.locale import LOCALES, catalogue
from regie.domains.administration.personal_data.schemas import MentionTable
from regie.domains.records.mirrors.models import Mirror
from regie.domains.records.personal_data.schemas import (
    FREE_TEXTS,
    GENERATED_TEXTS,
    LINKS,
    NOT_PERSONAL,
    PERSONAL_DATA,
    describe_personal_data,
)
from regie.schema import METADATA

ROOT = Path(__file__).parents[3]
PAGE = ROOT / "docs" / "privacy.md"
MIGRATIONS = ROOT / "backend" / "regie" / "migrations" / "versions"


def undeclared_columns(tables: list[Table]) -> list[str]:
    """Return the text columns and references to people that no declaration covers."""
    return [f"{table.name}.{column.name}" for table in tables for column in table.columns if not _is_declared(column)]


def _is_declared(column: Any) -> bool:
    table = column.table.name
    declared = [one for one in PERSONAL_DATA if one.table == table]
    if any(key.column.table.name in ("users", "employees") for key in column.foreign_keys):
        return table in LINKS or any(column.name in one.person for one in declared)
    if not isinstance(column.type, String | JSON | LargeBinary) or column.name == "api_id":
        return True
    if any(one.is_deleted or column.name in {*one.fields, *one.person, *one.secret} for one in declared):
        return True
    texts = (FREE_TEXTS, GENERATED_TEXTS, NOT_PERSONAL)
    names = " ".join(text for one in texts for text in (one.get(table, ""), one.get("*", "")))
    return column.name in names.split()


def test_every_column_is_declared():
    assert undeclared_columns(list(METADATA.sorted_tables)) == []


@pytest.mark.parametrize("table", ["clients", "users", "new"])
def test_new_column_is_detected(table: str):
    planted = Table(table, MetaData(), Column("nickname", String(20)))
    assert undeclared_columns([planted]) == [f"{table}.nickname"]


def test_declarations_name_existing_columns():
    for one in PERSONAL_DATA:
        columns = METADATA.tables[one.table].c
        assert {*one.person, *one.fields, *one.secret} <= set(columns.keys()), one.table
    for texts in (FREE_TEXTS, GENERATED_TEXTS, NOT_PERSONAL):
        for table, names in texts.items():
            if table != "*":
                assert set(names.split()) <= set(METADATA.tables[table].c.keys()), table
    assert set(LINKS) <= set(METADATA.tables)


# The minimum that an erasure empties, independent of the declaration; the tables are those of one person's records.
ERASED_TEXTS = {
    "users": "name first_name last_name email",
    "employees": "name first_name last_name email phone job_title",
    "employee_goals": "title description closing_note",
    "goal_check_ins": "note",
    "awards": "name message",
    "clients": "contact_name contact_title contact_email contact_phone billing_email",
    "teamwork_people": "name first_name last_name email job_title",
    "hubspot_owners": "name email",
    "quickbooks_customers": "email phone",
    "time_entries": "description",
}


@pytest.mark.parametrize("table", ERASED_TEXTS)
def test_texts_about_a_person_are_erased(table: str):
    erased = set().union(*(one.fields.keys() for one in PERSONAL_DATA if one.table == table))
    assert set(ERASED_TEXTS[table].split()) <= erased


def test_original_of_every_personal_mirror_is_cleared():
    mirrors = {mapper.class_.__tablename__ for mapper in Mirror.registry.mappers if issubclass(mapper.class_, Mirror)}
    for one in PERSONAL_DATA:
        assert one.table not in mirrors or "raw" in one.fields, one.table


def test_every_exported_table_has_a_title_in_both_languages():
    for locale in LOCALES:
        missing = {f"personal_data.table.{name}" for name in (*(one.table for one in PERSONAL_DATA), *LINKS)}
        assert missing - set(catalogue(locale)) == set()


def test_api_names_every_table_with_free_texts():
    assert set(get_args(MentionTable)) == set(FREE_TEXTS)


def test_page_contains_the_declared_tables():
    """`scripts/privacy_page.py` writes them."""
    assert describe_personal_data() in PAGE.read_text("utf-8")


def test_triggers_know_the_same_names_and_subjects():
    assert f"'%{ERASED_NAME} %'" in (MIGRATIONS / "0039_personal_data.py").read_text("utf-8")
    retention = (MIGRATIONS / "0078_external_costs_and_overhead.py").read_text("utf-8")
    assert all(f"'{subject}'" in retention for subject in PERMANENT_SUBJECTS)
