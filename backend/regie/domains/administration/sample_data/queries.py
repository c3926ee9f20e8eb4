"""Says whether there is sample data, and whether some can be loaded."""

from sqlalchemy import Connection, func, select

from regie.core.db.schema import METADATA
from regie.core.sample_data import SampleData
from regie.domains.administration.sample_data.schemas import AddedRecords, SampleDataOut
from regie.domains.administration.sample_data.tables import COUNTED_TABLES, sample_tables
from regie.domains.integrations.connections.queries import Environment, connected_services

_ROW = select(SampleData.state, SampleData.progress, SampleData.error)


def read_sample_data(db: Connection, environment: Environment) -> SampleDataOut:
    row = db.execute(_ROW).first()
    state = row.state if row else "none"
    return {
        "state": state,
        "progress": row.progress if row else 0,
        "can_load": state in ("none", "failed") and is_empty(db, environment),
        "error": row.error if row else None,
        "added": count_added(db) if state == "loaded" else [],
    }


def is_empty(db: Connection, environment: Environment) -> bool:
    """Return whether nothing exists that the removal of a sample would delete, and no service is connected."""
    if connected_services(db, environment):
        return False
    return not any(db.execute(select(1).select_from(table).limit(1)).first() for table in sample_tables())


def count_added(db: Connection) -> list[AddedRecords]:
    """Count the records of each kind that people added since the loading."""
    loaded_at = select(SampleData.loaded_at).scalar_subquery()
    found: list[AddedRecords] = []
    for name in COUNTED_TABLES:
        table = METADATA.tables[name]
        added = table.c.created_at if "created_at" in table.columns else table.c.uploaded_at
        count = db.execute(select(func.count()).select_from(table).where(added > loaded_at)).scalar_one()
        if count:
            found.append({"kind": name, "count": count})
    return found
