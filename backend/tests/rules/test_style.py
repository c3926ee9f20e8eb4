"""The house's rules of style that a linter does not know: each with the planted defect that it must catch."""

import ast
import re
from pathlib import Path

import pytest

import regie
from tests.rules.sources import nodes_of, source_of, tree_of

ROOT = Path(regie.__file__).parent
TESTS = Path(__file__).parents[1]
PRODUCT = [path for path in ROOT.rglob("*.py") if "migrations" not in path.parts]
LONGEST_FUNCTION, LONGEST_FILE = 60, 400
_NAMED_BY_LIBRARIES = ("process_bind_param", "process_result_value", "handle_request")


def _name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def _calls(source: str, attribute: str) -> list[ast.Call]:
    return [
        node
        for node in nodes_of(source)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == attribute
    ]


def commits(source: str) -> bool:
    return bool(_calls(source, "commit"))


def bare_gets(source: str) -> list[int]:
    """Lines with `session.get(Model, key)`, where the key is not one of our own columns (`row.some_id`)."""
    found = []
    for call in (*_calls(source, "get"), *_calls(source, "get_one")):
        if isinstance(call.func.value, ast.Name) and call.func.value.id == "session":  # type: ignore[attr-defined]
            key = call.args[1] if len(call.args) > 1 else None
            own = (isinstance(key, ast.Attribute) and key.attr.endswith("_id")) or (
                isinstance(key, ast.Name) and key.id == "key"
            )
            own = own or isinstance(key, ast.Tuple)  # a natural key of several parts is no api_id
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
        and (node.end_lineno or 0) - node.lineno + 1 > LONGEST_FUNCTION
    ]


def test_only_the_database_commits():
    assert [_name(path) for path in PRODUCT if commits(source_of(path))] == ["core/db/database.py"]
    assert commits("session.commit()")


def test_no_row_is_fetched_by_an_id_that_a_caller_gave():
    serving = [path for path in PRODUCT if path.relative_to(ROOT).parts[0] in ("access", "core", "domains")]
    assert {_name(path): lines for path in serving if (lines := bare_gets(source_of(path)))} == {}
    assert bare_gets("session.get(Client, api_id)") == [1]
    assert bare_gets("session.get(Client, project.client_id)") == []


def test_only_connectors_speak_to_the_outside():
    outside = {"httpx", "requests", "urllib.request", "http.client", "aiohttp", "socket"}
    for path in PRODUCT:
        if path.relative_to(ROOT).parts[0] not in ("connectors", "sandbox"):
            assert not imports(source_of(path)) & outside, path
    assert imports("import httpx") & outside


def test_nothing_of_the_product_imports_the_sandbox():
    for path in PRODUCT:
        if path.relative_to(ROOT).parts[0] != "sandbox" and path.name != "cli.py":
            assert not any(name.startswith("regie.sandbox") for name in imports(source_of(path))), path


@pytest.mark.parametrize("root", [ROOT, TESTS], ids=["product", "tests"])
def test_functions_and_files_are_short_and_say_why_they_exist(root: Path):
    for path in root.rglob("*.py"):
        source = source_of(path)
        if "migrations/versions" not in path.as_posix():
            assert long_functions(source) == [], path
            assert len(source.splitlines()) <= LONGEST_FILE, path
            assert source.startswith('"""'), path
    assert long_functions("def f():\n" + "    x = 1\n" * 61) == ["f"]


def test_no_name_of_a_module_or_function_is_empty_of_meaning():
    vague = re.compile(r"(^|_)(utils?|helpers?|manager|misc|common)(_|$)|^(handle|process)_")
    for path in PRODUCT:
        assert not vague.search(path.stem), path
        for node in nodes_of(source_of(path)):
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and node.name not in _NAMED_BY_LIBRARIES:
                assert not re.search(r"(^|_)(utils?|helpers?)(_|$)|^(handle|process)_", node.name), (path, node.name)


_REFUSED = re.compile(r"== \[?\(?(401|403|404|409|413|415|419|422)\b|pytest\.raises\(")
_UNSAFE = re.compile(r"\.(post|patch|delete)\(")
_LOOKS = re.compile(r"unchanged\(|fingerprint\(|\.get\(|\bdatabase\)")


def silent_refusals(source: str) -> list[str]:
    """Tests of an unsafe call that is refused, and that do not look whether something changed."""
    found = []
    for node in tree_of(source).body:
        text = ast.get_source_segment(source, node) or ""
        is_test = isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
        if is_test and _UNSAFE.search(text) and _REFUSED.search(text) and not _LOOKS.search(text):
            found.append(node.name)
    return found


def test_every_test_of_a_refusal_looks_whether_something_changed():
    silent = {}
    for path in (*TESTS.glob("domains/*/*/test_*.py"), *TESTS.glob("access/test_*.py")):
        if found := silent_refusals(source_of(path)):
            silent[path.name] = found
    assert silent == {}


def test_a_silent_refusal_is_noticed():
    planted = "def test_x(browser):\n    assert browser.post('/a').status_code == 403\n"
    assert silent_refusals(planted) == ["test_x"]
    assert silent_refusals(planted.replace("    assert", "    with unchanged(db):\n        assert")) == []
