"""Routes of the OpenAPI document and the page that shows it."""

from html import escape

from starlette.responses import Response

from regie.access.app_context import AppContext
from regie.access.authorization import Access, Router
from regie.core.api.wire import write_json
from regie.core.text.locale import LOCALES, translate

router = Router("/api", "api_docs")
_CSP = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
_NOTES = "\n".join(f'<p lang="{locale}">{escape(translate(locale, "api_docs.note"))}</p>' for locale in LOCALES)
_PAGE = f"""\
<!doctype html>
<html lang="en-us">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>API · Régie</title>
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/api-docs/swagger-ui.css">
</head>
<body>
<main class="swagger-ui"><div class="wrapper">
{_NOTES}
</div></main>
<div id="api"></div>
<script src="/api-docs/swagger-ui-bundle.js"></script>
<script src="/api-docs/start.js"></script>
</body>
</html>
"""


@router.get("/docs", requires=Access.SIGNED_IN, status=200)
def show_api_docs() -> Response:
    """Return a page that shows the API and calls it with the reader's session."""
    return Response(_PAGE, media_type="text/html", headers={"content-security-policy": _CSP})


@router.get("/openapi.json", requires=Access.SIGNED_IN, status=200, summary="Show OpenAPI document")
def show_openapi(context: AppContext) -> Response:
    """Return the OpenAPI document."""
    return Response(write_json(context.describe_api()), media_type="application/json")
