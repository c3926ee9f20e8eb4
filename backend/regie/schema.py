"""Imports all models, so that METADATA contains every table."""

from importlib import import_module
from pathlib import Path

from regie.core.db.schema import METADATA

for _models in sorted((Path(__file__).parent / "domains").glob("*/*/models.py")):
    import_module(f"regie.domains.{_models.parts[-3]}.{_models.parts[-2]}.models")
import_module("regie.access.idempotency")
import_module("regie.access.sign_in_limits")
import_module("regie.access.email_tokens")
import_module("regie.core.audit.activity")
import_module("regie.core.db.schema_support")
import_module("regie.core.files.removals")
import_module("regie.core.job_states")
import_module("regie.core.mail.queue")
import_module("regie.core.restored_copy")
import_module("regie.core.sample_data")

__all__ = ["METADATA"]
