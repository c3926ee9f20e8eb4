"""Files that a form brings: read piece by piece within bounds, judged by their content, kept before the transaction.

A content is kept under a name made here and belongs to nobody until the route's action claims it; what is refused is
removed at once, and what breaks off in between is swept (`core.file_removals`). A form's model may name the `kinds` of
file that it takes; the others take what attachments do. One with a `read` has its file read there, before anybody has
to wait for a transaction; what it refuses is never kept.
"""

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import IO, Any

from fastapi.exceptions import RequestValidationError
from pydantic import BaseModel, ValidationError
from sqlalchemy.orm import Session
from starlette.datastructures import FormData, UploadFile
from starlette.formparsers import MultiPartException, MultiPartParser
from starlette.requests import Request

from regie.access.app_context import AppContext
from regie.core.api.errors import FieldError, Invalid, Problem, TooLarge, Unavailable, WrongType
from regie.core.files.kinds import Kind, UnsupportedFile, clean_name, judge
from regie.core.files.removals import give_up, remove_now, take_into_use
from regie.core.files.store import new_key

MAX_FILE = 25 * 1024 * 1024
# A form is its file and some short fields.
MAX_FORM = MAX_FILE + 200_000
FORM, JSON = "multipart/form-data", "application/json"
FILE = "file"
_MAX_FIELDS, _MAX_FIELD = 20, 20_000
_PIECE = 1 << 20
_READ = "regie.form"


@dataclass(slots=True)
class StoredFile:
    """A content in the store, and what is known of it."""

    storage_key: str
    file_name: str
    mime: str
    size: int
    sha256: str
    is_claimed: bool = field(default=False, init=False)

    def claim(self, session: Session) -> None:
        """It belongs to a record of this transaction from here on."""
        take_into_use(session, self.storage_key)
        self.is_claimed = True


@dataclass(frozen=True, slots=True)
class Upload:
    """What a form brought: its fields as the route's model, its file where it has one, and what the model's `read`
    made of that.
    """

    data: Any
    file: StoredFile | None
    read: Any = None

    def need_file(self) -> StoredFile:
        if self.file is None:
            raise Invalid({FILE: "file_needed"})
        return self.file


def form_schema(method: str, model: type[BaseModel]) -> dict[str, Any]:
    """The form as the OpenAPI document has it; a change that brings no file may come as JSON like any other."""
    schema = model.model_json_schema()
    content = {JSON: {"schema": model.model_json_schema()}} if method == "PATCH" else {}
    schema["properties"][FILE] = {"type": "string", "format": "binary", "maxLength": MAX_FILE, "title": "File"}
    if method == "POST":
        schema["required"] = [*schema.get("required", []), FILE]
    return {"requestBody": {"required": True, "content": {FORM: {"schema": schema}, **content}}}


def is_form(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"content-type", b"").split(b";")[0].strip().lower() == FORM.encode()


async def read_form(request: Request, model: type[BaseModel]) -> None:
    """Reads the body of a caller who may call; its file lies in a temporary place until it is judged."""
    headers = dict(request.scope["headers"])
    if request.method == "PATCH" and headers.get(b"content-type", b"").startswith(JSON.encode()):
        request.scope[_READ] = (FormData(), _validated(model, _read_json(await request.body())), None)
        return
    if not is_form(headers):
        raise WrongType
    # One file is one too few to tell a second one from a broken form.
    parser = MultiPartParser(
        request.headers, request.stream(), max_files=2, max_fields=_MAX_FIELDS, max_part_size=_MAX_FIELD
    )
    try:
        form = await parser.parse()
    except (MultiPartException, ValueError, LookupError) as error:
        raise Invalid({"body": "multipart"}) from error
    request.scope[_READ] = form
    _close_unfinished(parser, form)
    data = _read_fields(form, model)
    request.scope[_READ] = (form, data, _only_file(form))


def close_form(request: Request) -> None:
    """Gives the temporary place back."""
    kept = request.scope.pop(_READ, None)
    form = kept[0] if isinstance(kept, tuple) else kept
    for _, part in form.multi_items() if form is not None else ():
        if isinstance(part, UploadFile):
            part.file.close()


def _close_unfinished(parser: MultiPartParser, form: FormData) -> None:
    """A part that the body ended in is none of the form's."""
    finished = {id(part.file) for _, part in form.multi_items() if isinstance(part, UploadFile)}
    for file in parser._files_to_close_on_error:
        if id(file) not in finished:
            file.close()


def _read_fields(form: FormData, model: type[BaseModel]) -> BaseModel:
    names = [name for name, _ in form.multi_items()]
    if twice := [name for name in names if names.count(name) > 1 and name != FILE]:
        raise Invalid(dict.fromkeys(twice, "given_twice"))
    values = {name: "" if isinstance(part, UploadFile) else part for name, part in form.multi_items() if name != FILE}
    wrong = [name for name, part in form.multi_items() if isinstance(part, UploadFile) and name != FILE]
    if wrong:
        raise Invalid(dict.fromkeys(wrong, "unknown"))
    return _validated(model, values)


def _read_json(body: bytes) -> Any:
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Invalid({"body": "json"}) from error


def _validated(model: type[BaseModel], values: Any) -> BaseModel:
    try:
        return model.model_validate(values)
    except ValidationError as error:
        found = error.errors(include_url=False)
        raise RequestValidationError([{**one, "loc": ("body", *one["loc"])} for one in found]) from error


def _only_file(form: FormData) -> UploadFile | None:
    parts = form.getlist(FILE)
    if len(parts) > 1:
        raise Invalid({FILE: "one_file"})
    # A field for a file that somebody left empty comes as a file without a name.
    found = [part for part in parts if isinstance(part, UploadFile) and (part.filename or part.size)]
    if parts and not isinstance(parts[0], UploadFile):
        raise Invalid({FILE: "file_needed"})
    return found[0] if found else None


@contextmanager
def keeping(context: AppContext, request: Request) -> Iterator[Upload]:
    """The form's file, judged and in the store while the block runs; gone again when that refuses or ignores it."""
    _, data, sent = request.scope[_READ]
    file = None if sent is None else _judged(sent, getattr(type(data), "kinds", None))
    request.scope["regie.body"] = _digest(data, file)
    if sent is None or file is None:
        yield Upload(data, None)
        return
    read = getattr(type(data), "read", None)
    found = read and read(_rewound(sent), file.mime)
    with context.database.write() as session:
        give_up(session, [file.storage_key], context.clock.now())
    try:
        context.files.put(file.storage_key, _rewound(sent))
        yield Upload(data, file, found)
    except Problem:
        _let_go(context, file)
        raise
    if not file.is_claimed:
        _let_go(context, file)


def _let_go(context: AppContext, file: StoredFile) -> None:
    with suppress(Unavailable):  # the sweep comes by later
        remove_now(context.database, context.files, file.storage_key)


def _judged(sent: UploadFile, kinds: Sequence[Kind] | None) -> StoredFile:
    content, name = _rewound(sent), clean_name(sent.filename or "")
    size, digest = 0, hashlib.sha256()
    while piece := content.read(_PIECE):
        size += len(piece)
        digest.update(piece)
    if size > MAX_FILE:
        raise TooLarge("file_too_large")
    try:
        mime = judge(content, size, name, kinds)
    except UnsupportedFile as error:
        raise Invalid({FILE: FieldError(error.key)}) from error
    return StoredFile(new_key(), name, mime, size, digest.hexdigest())


def _rewound(sent: UploadFile) -> IO[bytes]:
    sent.file.seek(0)
    return sent.file


def _digest(data: BaseModel, file: StoredFile | None) -> bytes:
    """What makes two forms the same request, whatever their boundaries are (`idempotency`)."""
    of_file = file and [file.file_name, file.sha256]
    return json.dumps([data.model_dump(mode="json", exclude_unset=True), of_file], sort_keys=True).encode()
