"""Tests style rules that no linter checks; each test also checks that it detects a violation."""

import ast
import re
from pathlib import Path

import pytest

import regie
from tests.rules.sources import nodes_of, source_of, tree_of

ROOT = Path(regie.__file__).parent
TESTS = Path(__file__).parents[1]
PRODUCT_FILES = [path for path in ROOT.rglob("*.py") if "migrations" not in path.parts]
MAX_FUNCTION_LINES, MAX_FILE_LINES = 60, 400
_NAMED_BY_LIBRARIES = ("process_bind_param", "process_result_value", "handle_request")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _method_calls(source: str, attribute: str) -> list[ast.Call]:
    return [
        node
        for node in nodes_of(source)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == attribute
    ]


def commits(source: str) -> bool:
    return bool(_method_calls(source, "commit"))


def unscoped_gets(source: str) -> list[int]:
    """Return the lines with `session.get(Model, key)` whose key is not an internal column (`row.some_id`)."""
    found = []
    for call in (*_method_calls(source, "get"), *_method_calls(source, "get_one")):
        if isinstance(call.func.value, ast.Name) and call.func.value.id == "session":  # type: ignore[attr-defined]
            key = call.args[1] if len(call.args) > 1 else None
            own = (isinstance(key, ast.Attribute) and key.attr.endswith("_id")) or (
                isinstance(key, ast.Name) and key.id == "key"
            )
            own = own or isinstance(key, ast.Tuple)  # a composite key is not an api_id
            if not own:
                found.append(call.lineno)
    return found


def imports(source: str) -> set[str]:
    found = set()
    for node in nodes_of(source):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        if isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
    return found


def long_functions(source: str) -> list[str]:
    return [
        node.name
        for node in nodes_of(source)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef))
        and (node.end_lineno or 0) - node.lineno + 1 > MAX_FUNCTION_LINES
    ]


def test_only_the_database_commits():
    assert [_name(path) for path in PRODUCT_FILES if commits(source_of(path))] == ["core/db/database.py"]
    assert commits("session.commit()")


def test_no_row_is_fetched_by_an_id_of_the_request():
    serving = [path for path in PRODUCT_FILES if path.relative_to(ROOT).parts[0] in ("access", "core", "domains")]
    assert {_name(path): lines for path in serving if (lines := unscoped_gets(source_of(path)))} == {}
    assert unscoped_gets("session.get(Client, api_id)") == [1]
    assert unscoped_gets("session.get(Client, project.client_id)") == []


def test_only_connectors_open_network_connections():
    network = {"httpx", "requests", "urllib.request", "http.client", "aiohttp", "socket"}
    for path in PRODUCT_FILES:
        # `listen_address.py` binds a socket and connects to nothing.
        if path.relative_to(ROOT).parts[0] not in ("connectors", "sandbox", "listen_address.py"):
            assert not imports(source_of(path)) & network, path
    assert imports("import httpx") & network


def test_product_does_not_import_the_sandbox():
    for path in PRODUCT_FILES:
        if path.relative_to(ROOT).parts[0] != "sandbox" and path.name != "cli.py":
            assert not any(name.startswith("regie.sandbox") for name in imports(source_of(path))), path


@pytest.mark.parametrize("root", [ROOT, TESTS], ids=["product", "tests"])
def test_functions_and_files_are_short_and_modules_have_docstrings(root: Path):
    for path in root.rglob("*.py"):
        source = source_of(path)
        if "migrations/versions" not in path.as_posix():
            assert long_functions(source) == [], path
            assert len(source.splitlines()) <= MAX_FILE_LINES, path
            assert source.startswith('"""'), path
    assert long_functions("def f():\n" + "    x = 1\n" * 61) == ["f"]


def test_names_are_not_vague():
    vague = re.compile(r"(^|_)(utils?|helpers?|manager|misc|common)(_|$)|^(handle|process)_")
    for path in PRODUCT_FILES:
        assert not vague.search(path.stem), path
        for node in nodes_of(source_of(path)):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name not in _NAMED_BY_LIBRARIES:
                assert not re.search(r"(^|_)(utils?|helpers?)(_|$)|^(handle|process)_", node.name), (path, node.name)


_REFUSED = re.compile(r"== \[?\(?(401|403|404|409|413|415|419|422)\b|pytest\.raises\(")
_UNSAFE = re.compile(r"\.(post|patch|delete)\(")
_CHECKS_STATE = re.compile(r"unchanged\(|fingerprint\(|\.get\(|\bdatabase\)")


def unchecked_refusals(source: str) -> list[str]:
    """Return the tests of a refused unsafe request that do not check for changes."""
    found = []
    for node in tree_of(source).body:
        text = ast.get_source_segment(source, node) or ""
        is_test = isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if is_test and _UNSAFE.search(text) and _REFUSED.search(text) and not _CHECKS_STATE.search(text):
            found.append(node.name)
    return found


def test_every_test_of_a_refusal_checks_for_changes():
    unchecked = {}
    for path in (*TESTS.glob("domains/*/*/test_*.py"), *TESTS.glob("access/test_*.py")):
        if found := unchecked_refusals(source_of(path)):
            unchecked[path.name] = found
    assert unchecked == {}


def test_refusal_without_check_is_detected():
    planted = "def test_x(browser):\n    assert browser.post('/a').status_code == 403\n"
    assert unchecked_refusals(planted) == ["test_x"]
    assert unchecked_refusals(planted.replace("    assert", "    with unchanged(db):\n        assert")) == []
