"""QuickBooks' error bodies: `Fault` for most errors, a lower-case `fault` for a refused token."""

from typing import Any
from uuid import uuid4

from starlette.responses import Response

from regie.sandbox.quickbooks.shapes import moment
from regie.sandbox.replies import json_reply


class QueryFault(Exception):
    def __init__(self, code: str, message: str, detail: str) -> None:
        super().__init__(detail)
        self.code, self.message, self.detail = code, message, detail


def parser_fault(detail: str) -> QueryFault:
    return QueryFault("4000", "Error parsing query", f"QueryParserError: {detail}")


def validation_fault(detail: str) -> QueryFault:
    return QueryFault("4001", "Invalid query", f"QueryValidationError: {detail}")


def object_not_found() -> QueryFault:
    detail = "Object Not Found : Something you're trying to use has been made inactive."
    return QueryFault("610", "Object Not Found", detail)


def fault_body(code: str, message: str, detail: str, kind: str, now: int) -> dict[str, Any]:
    error = {"Message": message, "Detail": detail, "code": code, "element": ""}
    return {"Fault": {"Error": [error], "type": kind}, "time": moment(now, milliseconds=True)}


def refused_token_reply() -> Response:
    return json_reply(
        {
            "warnings": None,
            "intuitObject": None,
            "fault": {
                "error": [
                    {
                        "message": "message=AuthenticationFailed; errorCode=003200; statusCode=401",
                        "detail": "Token expired: AB0...",
                        "code": "3200",
                        "element": None,
                    }
                ],
                "type": "AUTHENTICATION",
            },
            "report": None,
            "queryResponse": None,
            "batchItemResponse": [],
            "attachableResponse": [],
            "syncErrorResponse": None,
            "requestId": None,
            "time": 0,
            "status": None,
            "cdcresponse": [],
        },
        401,
    )


def with_trace_id(response: Response) -> Response:
    """Add the `intuit_tid` header, by which QuickBooks' support traces a call."""
    response.headers["intuit_tid"] = f"1-{uuid4().hex[:8]}-{uuid4().hex[:24]}"
    return response
