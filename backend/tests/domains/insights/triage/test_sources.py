"""Matters are remembered until a table that they are read from changes, so each source declares all of its tables."""

import re

import pytest

from regie.access.actor import Actor
from regie.core.text.locale import DEFAULT_LOCALE
from regie.domains.insights.triage.sources import SOURCES
from regie.schema import METADATA
from tests.conftest import MovableClock
from tests.factories.statements import record_statements
from tests.factories.world import World

# The version of the settings is part of the key; versions are what the memory compares.
_OTHERS = {"settings", "table_changes"}


@pytest.mark.parametrize("kind", sorted(SOURCES))
def test_source_declares_all_tables_it_reads(world: World, clock: MovableClock, kind: str):
    source, read = SOURCES[kind], set[str]()
    for person in world.people.values():
        user = person.user
        actor = Actor(user.id, user.api_id, user.name, None, tuple(user.roles), DEFAULT_LOCALE, 0, clock.now())
        if all(actor.can(permission) for permission in source.requires):
            with record_statements(world.database) as statements, world.database.read() as connection:
                source.read(connection, actor, clock)
            text = " ".join(statements)
            read |= {name for name in METADATA.tables if re.search(rf"\b(FROM|JOIN) {name}\b", text)}
    assert read
    assert read - _OTHERS <= {*source.tables}
