"""The call that gives every enumerated value its words."""

from regie.access.gate import Router
from regie.access.permissions import Permission as P
from regie.core.wire import Item, Json
from regie.domains.enum_options import queries
from regie.domains.enum_options.schemas import EnumItem

router = Router("/api/v1/enum-options", "enum options")


@router.get(needs=P.ENUM_OPTIONS_VIEW, out=Item[dict[str, list[EnumItem]]])
def list_enum_options() -> Json:
    return {"data": queries.list_enum_options()}
