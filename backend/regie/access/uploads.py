"""Reads uploaded files: in chunks and within limits, checked by content, stored before the route's transaction.

A file is stored under a generated key and is unclaimed until the route's action claims it. A refused file is removed at
once, an interrupted upload later (`core.files.removals`). A form's model can name its `kinds` of file, with the error
of an `unsupported` one; by default it accepts those of attachments. It can lower the limit with `max_file_bytes`, and
make the file optional with `requires_file`. A model with a `read` parses the file before the transaction; a file that
it refuses is not stored.
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
from regie.core.api.errors import FieldError, FileTooLarge, Invalid, Problem, Unavailable, WrongType
from regie.core.files.kinds import FileKind, UnsupportedFile, clean_file_name, detect_mime_type
from regie.core.files.removals import cancel_removal, remove_file, schedule_removal
from regie.core.files.store import new_storage_key

MAX_FILE_BYTES = 25 * 1024 * 1024
# The file and some short fields.
MAX_FORM_BYTES = MAX_FILE_BYTES + 200_000
FORM_MIME_TYPE, JSON = "multipart/form-data", "application/json"
FILE = "file"
_MAX_FIELDS, _MAX_FIELD_BYTES = 20, 20_000
_CHUNK_BYTES = 1 << 20
_FORM_KEY = "regie.form"


@dataclass(slots=True)
class StoredFile:
    """A stored file and its metadata; `size` is in bytes."""

    storage_key: str
    file_name: str
    mime: str
    size: int
    sha256: str
    is_claimed: bool = field(default=False, init=False)

    def claim(self, session: Session) -> None:
        """Attach the file to a record of this transaction."""
        cancel_removal(session, self.storage_key)
        self.is_claimed = True


@dataclass(frozen=True, slots=True)
class Upload:
    """A form: `data` is an instance of the route's model, `read` the result of the model's `read`."""

    data: Any
    file: StoredFile | None
    read: Any = None

    def require_file(self) -> StoredFile:
        if self.file is None:
            raise Invalid({FILE: "file_needed"})
        return self.file


def form_schema(method: str, model: type[BaseModel]) -> dict[str, Any]:
    """Describe the form for the OpenAPI document; a PATCH without a file can also be JSON."""
    schema = model.model_json_schema()
    content = {JSON: {"schema": model.model_json_schema()}} if method == "PATCH" else {}
    schema["properties"][FILE] = {"type": "string", "format": "binary", "maxLength": MAX_FILE_BYTES, "title": "File"}
    if method == "POST" and getattr(model, "requires_file", True):
        schema["required"] = [*schema.get("required", []), FILE]
    return {"requestBody": {"required": True, "content": {FORM_MIME_TYPE: {"schema": schema}, **content}}}


def is_form(headers: Mapping[bytes, bytes]) -> bool:
    return headers.get(b"content-type", b"").split(b";")[0].strip().lower() == FORM_MIME_TYPE.encode()


async def read_form(request: Request, model: type[BaseModel]) -> None:
    """Read the body of an authorized caller; its file is temporary until `stored_upload` stores it."""
    headers = dict(request.scope["headers"])
    if request.method == "PATCH" and headers.get(b"content-type", b"").startswith(JSON.encode()):
        request.scope[_FORM_KEY] = (FormData(), _validated(model, _read_json(await request.body())), None)
        return
    if not is_form(headers):
        raise WrongType
    # Two, so that a second file is reported as such and not as a broken form.
    parser = MultiPartParser(
        request.headers, request.stream(), max_files=2, max_fields=_MAX_FIELDS, max_part_size=_MAX_FIELD_BYTES
    )
    try:
        form = await parser.parse()
    except (MultiPartException, ValueError, LookupError) as error:
        raise Invalid({"body": "multipart"}) from error
    request.scope[_FORM_KEY] = form
    _close_unfinished(parser, form)
    data = _read_fields(form, model)
    request.scope[_FORM_KEY] = (form, data, _only_file(form))


def close_form(request: Request) -> None:
    """Delete the temporary file."""
    entry = request.scope.pop(_FORM_KEY, None)
    form = entry[0] if isinstance(entry, tuple) else entry
    for _, part in form.multi_items() if form is not None else ():
        if isinstance(part, UploadFile):
            part.file.close()


def _close_unfinished(parser: MultiPartParser, form: FormData) -> None:
    """Close the file of a part that the body ended in; the form does not contain it."""
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
    # Browsers send an empty file field as a file without a name.
    found = [part for part in parts if isinstance(part, UploadFile) and (part.filename or part.size)]
    if parts and not isinstance(parts[0], UploadFile):
        raise Invalid({FILE: "file_needed"})
    return found[0] if found else None


@contextmanager
def stored_upload(context: AppContext, request: Request) -> Iterator[Upload]:
    """Check and store the form's file; remove it again when the block raises Problem or does not claim it."""
    _, data, sent = request.scope[_FORM_KEY]
    file = None if sent is None else _check_file(sent, type(data))
    request.scope["regie.body"] = _digest(data, file)
    if sent is None or file is None:
        yield Upload(data, None)
        return
    read = getattr(type(data), "read", None)
    found = read and read(_rewind(sent), file.mime)
    with context.database.write() as session:
        schedule_removal(session, [file.storage_key], context.clock.now())
    try:
        context.files.put(file.storage_key, _rewind(sent))
        yield Upload(data, file, found)
    except Problem:
        _remove(context, file)
        raise
    if not file.is_claimed:
        _remove(context, file)


def _remove(context: AppContext, file: StoredFile) -> None:
    with suppress(Unavailable):  # purged later
        remove_file(context.database, context.files, file.storage_key)


def _check_file(sent: UploadFile, model: type[BaseModel]) -> StoredFile:
    kinds: Sequence[FileKind] | None = getattr(model, "kinds", None)
    limit: int = getattr(model, "max_file_bytes", MAX_FILE_BYTES)
    content, name = _rewind(sent), clean_file_name(sent.filename or "")
    size, digest = 0, hashlib.sha256()
    while chunk := content.read(_CHUNK_BYTES):
        size += len(chunk)
        digest.update(chunk)
    if size > MAX_FILE_BYTES:
        raise FileTooLarge
    if size > limit:
        raise Invalid({FILE: FieldError("file_above", megabytes=limit // 1024**2)})
    try:
        mime = detect_mime_type(content, size, name, kinds, getattr(model, "unsupported", "table_kind"))
    except UnsupportedFile as error:
        raise Invalid({FILE: FieldError(error.key)}) from error
    return StoredFile(new_storage_key(), name, mime, size, digest.hexdigest())


def _rewind(sent: UploadFile) -> IO[bytes]:
    sent.file.seek(0)
    return sent.file


def _digest(data: BaseModel, file: StoredFile | None) -> bytes:
    """Identify the request independent of its multipart boundaries (`idempotency`)."""
    file_id = file and [file.file_name, file.sha256]
    return json.dumps([data.model_dump(mode="json", exclude_unset=True), file_id], sort_keys=True).encode()
