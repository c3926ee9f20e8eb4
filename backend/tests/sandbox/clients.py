"""Minimal clients of each service, which send what the vendors' documentation shows."""

from typing import Any

import httpx

REALM = "9130000000000001"
FIRST_TOKEN = "RT1-sandbox"


class ControlApi:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def post(self, path: str, body: dict[str, Any]) -> Any:
        response = self.http.post(f"/__sandbox/{path}", json=body)
        assert response.is_success, response.text
        return response.json() if response.content else None

    def advance(self, seconds: float) -> None:
        self.post("clock", {"advance_s": seconds})

    def edit(self, table: str, row_id: int | str, action: str = "change", **options: Any) -> dict[str, Any]:
        return self.post("records", {"table": table, "id": int(row_id), "action": action, **options})

    def fault(self, path: str, **options: Any) -> None:
        self.post("faults", {"path": path, **options})

    def read_log(self, **params: str) -> list[dict[str, Any]]:
        return self.http.get("/__sandbox/requests", params=params).json()


class TeamworkApi:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def request(self, path: str, key: str = "twk_sandbox", **params: Any) -> httpx.Response:
        return self.http.get(f"/teamwork/projects/api/v3/{path}.json", params=params, auth=(key, "x"))

    def get(self, path: str, **params: Any) -> dict[str, Any]:
        response = self.request(path, **params)
        assert response.status_code == 200, response.text
        return response.json()

    def list_all(self, path: str, key: str, **params: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        page = 1
        while True:
            response = self.get(path, page=page, pageSize=500, **params)
            rows.extend(response[key])
            if not response["meta"]["page"]["hasMore"]:
                return rows
            page += 1


class HubspotApi:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def request(self, path: str, key: str = "pat-sandbox", **params: Any) -> httpx.Response:
        return self.http.get(f"/hubspot{path}", params=params, headers={"Authorization": f"Bearer {key}"})

    def post(self, path: str, body: Any, key: str = "pat-sandbox") -> httpx.Response:
        return self.http.post(f"/hubspot{path}", json=body, headers={"Authorization": f"Bearer {key}"})

    def get(self, path: str, **params: Any) -> dict[str, Any]:
        response = self.request(path, **params)
        assert response.status_code == 200, response.text
        return response.json()

    def search(self, **body: Any) -> dict[str, Any]:
        response = self.post("/crm/objects/2026-09/deals/search", body)
        assert response.status_code == 200, response.text
        return response.json()

    def list_all(self, path: str, **params: Any) -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        while True:
            response = self.get(path, limit=100, **params)
            rows.extend(response["results"])
            if "paging" not in response:
                return rows
            params["after"] = response["paging"]["next"]["after"]


class QuickbooksApi:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.access_token = ""

    def token(self, refresh_token: str = FIRST_TOKEN, **headers: str) -> httpx.Response:
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        path = "/quickbooks-oauth/oauth2/v1/tokens/bearer"
        return self.http.post(path, data=form, auth=("qb-sandbox-client", "qb-sandbox-secret"), headers=headers)

    def request(self, path: str, realm: str = REALM, accept: str = "application/json", **params: Any) -> httpx.Response:
        if not self.access_token:
            self.access_token = self.token().json()["access_token"]
        headers = {"Authorization": f"Bearer {self.access_token}", "Accept": accept}
        return self.http.get(f"/quickbooks/v3/company/{realm}/{path}", params=params, headers=headers)

    def get(self, path: str, **params: Any) -> dict[str, Any]:
        response = self.request(path, **params)
        assert response.status_code == 200, response.text
        return response.json()

    def query(self, text: str) -> dict[str, Any]:
        return self.get("query", query=text)["QueryResponse"]

    def select(self, entity: str, *clauses: str) -> dict[str, Any]:
        return self.query(" ".join(("SELECT * FROM", entity, *clauses)))

    def count(self, entity: str, *clauses: str) -> int:
        return self.query(" ".join(("SELECT COUNT(*) FROM", entity, *clauses)))["totalCount"]

    def fault(self, text: str) -> str:
        response = self.request("query", query=text)
        assert response.status_code == 400, response.text
        return response.json()["Fault"]["Error"][0]["code"]

    def list_all(self, entity: str, where: str = "") -> list[dict[str, Any]]:
        rows: list[dict[str, Any]] = []
        while True:
            page = f"ORDERBY Id STARTPOSITION {len(rows) + 1} MAXRESULTS 1000"
            page_rows = self.select(entity, where, page).get(entity, [])
            rows.extend(page_rows)
            if len(page_rows) < 1000:
                return rows
