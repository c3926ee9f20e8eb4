"""Routes of month-end packs: the download of their files; `GET /months/{month}` lists them."""

from functools import partial

from sqlalchemy.orm import Session
from starlette.responses import Response

from regie.access.app_context import AppContext
from regie.access.authorization import Router
from regie.access.permissions import Permission as P
from regie.core.files.downloads import Download
from regie.domains.administration.month_packs.actions import open_pack_file

_MIMES = {
    "pdf": "application/pdf",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}

router = Router("/api/v1/month-pack-files", "month-packs")


@router.get("/{id}/content", requires=P.MONTHS_VIEW)
def download_month_pack_file(session: Session, context: AppContext, id: str) -> Response:
    """Download a file of a month-end pack; it is never shown inline."""
    content = open_pack_file(session, id)
    opener = partial(context.files.open, content.storage_key)
    return Download(opener, name=content.file_name, mime=_MIMES[content.format], size=content.size)
