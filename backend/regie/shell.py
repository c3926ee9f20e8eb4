"""Opens a Python prompt with the database and the models; read-only by default."""

import code
import sys
from contextlib import ExitStack
from importlib.util import find_spec
from typing import Any

from sqlalchemy import func, select

from regie.core.audit.activity import set_author
from regie.core.db.database import Database
from regie.core.db.model import Model
from regie.core.time.clock import Clock
from regie.migrate import require_current
from regie.schema import METADATA
from regie.settings import Settings

_READ_ONLY = "Read-only: the database refuses changes. `regie shell --write` can change data."
_WRITABLE = "`session` is one transaction: commit() saves its changes, leaving rolls back the rest."


def open_shell(settings: Settings, *, may_write: bool) -> None:
    database = Database(settings.database_url, pool_size=2, is_read_only=not may_write)
    with ExitStack() as stack:
        stack.callback(database.close)
        require_current(database)
        names = _names(settings, database)
        names["db"] = stack.enter_context(database.read())
        if may_write:
            session, names["commit"] = stack.enter_context(database.write_interactively())
            set_author(session, None, names["clock"].now())
            names["session"] = session
        _interact(names, _WRITABLE if may_write else _READ_ONLY)


def _names(settings: Settings, database: Database) -> dict[str, Any]:
    models = {mapper.class_.__name__: mapper.class_ for mapper in Model.registry.mappers}
    tools = {"settings": settings, "database": database, "clock": Clock(), "select": select, "func": func}
    return models | tools | {"METADATA": METADATA}


def _interact(names: dict[str, Any], note: str) -> None:
    plain = ", ".join(name for name in names if not name[0].isupper())
    banner = f"Régie {names['database'].url.render_as_string(hide_password=True)}\n{note}\n{plain}, and every model."
    if find_spec("IPython") and sys.stdin.isatty():
        from IPython.terminal.embed import InteractiveShellEmbed

        sys.stdout.write(f"{banner}\n")
        InteractiveShellEmbed(user_ns=names, banner1="")()
    else:
        code.interact(banner, local=names, exitmsg="")
