"""Checks the repository's language: refused words, one French text per English label, commit subjects.

`scripts/language.toml` lists the refused words and phrases, and the exceptions with their reasons.
"""

import ast
import fnmatch
import json
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
RULES = tomllib.loads((ROOT / "scripts" / "language.toml").read_text("utf-8"))
TEXT_SUFFIXES = {".py", ".ts", ".tsx", ".cjs", ".css", ".html", ".j2", ".json", ".md", ".sh", ".toml", ".yml", ".yaml"}
# The parts of identifiers: snake_case, camelCase and PascalCase.
WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
PHRASES = [re.compile(phrase, re.IGNORECASE) for phrase in RULES["phrases"]]
CONVENTIONAL = re.compile(r"(build|chore|ci|docs|feat|fix|perf|refactor|revert|style|test)(\([a-z0-9, /-]+\))?!?: \S.*")
MAX_SUBJECT_LENGTH = 72
MAX_LABEL_LENGTH = 40
ENUM_LABELS = "backend/regie/domains/administration/enum_options/*_labels.py"


def git(*arguments: str) -> str:
    program = shutil.which("git")
    if program is None:
        sys.exit("git is not installed, and the language check needs it to list files and commits.")
    return subprocess.run([program, *arguments], cwd=ROOT, capture_output=True, text=True, check=True).stdout


def is_allowed(path: str, word: str) -> bool:
    return any(word == rule["word"] and fnmatch.fnmatch(path, rule["path"]) for rule in RULES["allowed"])


def refused_words(path: str, text: str) -> Iterator[str]:
    """Yield `path:line: word` for each refused word or phrase in identifiers, comments and texts."""
    words = set(RULES["words"])
    for number, line in enumerate(text.splitlines(), 1):
        matches = {word.lower() for word in WORD.findall(line)} & words
        matches |= {match.group().lower() for phrase in PHRASES for match in phrase.finditer(line)}
        for word in sorted(matches):
            if not is_allowed(path, word):
                yield f"{path}:{number}: “{word}” is not plain language (docs/glossary.md)"


def check_words() -> Iterator[str]:
    for path in git("ls-files", "--cached", "--others", "--exclude-standard").splitlines():
        file = ROOT / path
        is_excluded = any(fnmatch.fnmatch(path, pattern) for pattern in RULES["excluded"])
        if file.suffix in TEXT_SUFFIXES and not is_excluded and file.is_file():
            yield from refused_words(path, english_of(path, file.read_text("utf-8")))


def english_of(path: str, text: str) -> str:
    """Return the text without the French half of a bilingual catalogue."""
    return re.sub(r'"fr": "(?:[^"\\]|\\.)*"', "", text) if path.endswith("labels.json") else text


def flatten(catalogue: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    flat: dict[str, Any] = {}
    for key, value in catalogue.items():
        name = f"{prefix}.{key}" if prefix else key
        is_label = isinstance(value, dict) and set(value) == {"en", "fr"}
        flat |= {name: value} if is_label or not isinstance(value, dict) else flatten(value, name)
    return flat


def read_catalogue(path: Path) -> dict[str, Any]:
    return flatten(json.loads(path.read_text("utf-8")))


def read_labels() -> Iterator[tuple[str, str, str]]:
    """Yield the English text, French text and place of every label and message."""
    words = ROOT / "backend/regie/core/words"
    for key, both in read_catalogue(words / "labels.json").items():
        yield both["en"], both["fr"], f"labels.json {key}"
    screens = ROOT / "frontend/src/i18n"
    catalogues = [(words / "en.json", words / "fr.json")]
    catalogues += [(file, screens / "fr" / file.name) for file in sorted((screens / "en").glob("*.json"))]
    for english, french in catalogues:
        texts = read_catalogue(french)
        for key, text in read_catalogue(english).items():
            yield text, texts.get(key, ""), f"{english.name} {key}"
    for file in sorted(ROOT.glob(ENUM_LABELS)):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Tuple):
                match [part.value for part in node.elts if isinstance(part, ast.Constant)]:
                    case [str(english), str(french)]:
                        yield english, french, f"{file.name}:{node.lineno}"


def check_labels() -> Iterator[str]:
    """Yield English labels with two French texts, unless `[french]` lists both."""
    texts_by_label: dict[str, dict[str, str]] = {}
    for english, french, place in read_labels():
        if len(english) <= MAX_LABEL_LENGTH and "{" not in english:
            texts_by_label.setdefault(normalize(english), {}).setdefault(normalize(french), place)
    listed = {normalize(key): {normalize(text) for text in texts} for key, texts in RULES["french"].items()}
    for english, texts in sorted(texts_by_label.items()):
        if len(texts) > 1 and not set(texts) <= listed.get(english, set()):
            places = "; ".join(f"“{text}” ({place})" for text, place in texts.items())
            yield f"“{english}” has {len(texts)} French texts: {places}"


def normalize(label: str) -> str:
    """Normalize a label: case and final punctuation do not matter."""
    return label.strip().rstrip(".…: \u00a0").casefold()


def check_commits() -> Iterator[str]:
    log = git("log", "--no-merges", f"--since={RULES['commits_since']}", "--format=%h %s")
    for line in log.splitlines():
        name, _, subject = line.partition(" ")
        yield from check_subject(name, subject)


def check_subject(name: str, subject: str) -> Iterator[str]:
    if len(subject) > MAX_SUBJECT_LENGTH:
        yield f"commit {name}: the subject has {len(subject)} characters, {MAX_SUBJECT_LENGTH} at most: {subject}"
    if not CONVENTIONAL.fullmatch(subject):
        yield f"commit {name}: the subject does not have the form “fix(invoices): show …”: {subject}"


def report(faults: Iterable[str]) -> int:
    lines = list(faults)
    sys.stdout.writelines(f"{line}\n" for line in lines)
    return len(lines)


def main() -> int:
    if len(sys.argv) == 2:
        subject = Path(sys.argv[1]).read_text("utf-8").partition("\n")[0]
        return min(1, report(check_subject("message", subject)))
    return min(1, report(check_words()) + report(check_labels()) + report(check_commits()))


if __name__ == "__main__":
    sys.exit(main())
