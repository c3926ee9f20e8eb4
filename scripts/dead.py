"""Lists unused code: functions, classes, methods, imports and unreachable lines.

It ignores fields and columns, which frameworks read. Use in tests counts.
"""

import sys

from vulture import Vulture

KINDS = {"function", "class", "method", "property", "import", "unreachable_code"}
CALLED_BY_FRAMEWORKS = [
    "@router.*",
    "@app.*",
    "@event.listens_for",
    "@compiles",
    "@declared_attr",
    "@pytest.fixture",
    "@DBOS.*",
    "@field_validator",
    "@model_validator",
]
NAMES = ["test_*", "Test*", "pytest_*", "process_bind_param", "process_result_value", "upgrade", "downgrade"]
# Called by name: granian's factory, the import contract, a response's rendering, a metrics collector, the openers of
# the services.
NAMES += ["application", "PublicModulesContract", "render", "render_broken_contract", "collect", "_open_*"]
NAMES += ["handle_starttag", "handle_data", "handle_endtag"]  # of the standard library's HTMLParser
NAMES += ["do_*", "log_message"]  # and of its BaseHTTPRequestHandler
NAMES += ["self_group"]  # of SQLAlchemy's elements


def main() -> int:
    vulture = Vulture(ignore_names=NAMES, ignore_decorators=CALLED_BY_FRAMEWORKS)
    vulture.scavenge(sys.argv[1:])
    unused = [item for item in vulture.get_unused_code(min_confidence=60) if item.typ in KINDS]
    for item in unused:
        print(item.get_report())
    return 1 if unused else 0


if __name__ == "__main__":
    sys.exit(main())
