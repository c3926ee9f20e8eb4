"""Callers of each service, as bare as possible: what they send is what the documentation shows."""

from typing import Any

import httpx

REALM = "9130000000000001"
FIRST_TOKEN = "RT1-sandbox"


class Control:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.http.post(f"/__sandbox/{path}", json=body)
        assert answer.is_success, answer.text
        return answer.json() if answer.content else None

    def advance(self, seconds: float) -> None:
        self.post("clock", {"advance_s": seconds})

    def edit(self, table: str, row_id: int | str, action: str = "change", **more: Any) -> dict[str, Any]:
        return self.post("records", {"table": table, "id": int(row_id), "action": action, **more})

    def fault(self, path: str, **more: Any) -> None:
        self.post("faults", {"path": path, **more})

    def log(self, **params: str) -> list[dict[str, Any]]:
        return self.http.get("/__sandbox/requests", params=params).json()


class Teamwork:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def answer(self, path: str, key: str = "twk_sandbox", **params: Any) -> httpx.Response:
        return self.http.get(f"/teamwork/projects/api/v3/{path}.json", params=params, auth=(key, "x"))

    def get(self, path: str, **params: Any) -> dict[str, Any]:
        answer = self.answer(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def everything(self, path: str, key: str, **params: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        page = 1
        while True:
            answer = self.get(path, page=page, pageSize=500, **params)
            found.extend(answer[key])
            if not answer["meta"]["page"]["hasMore"]:
                return found
            page += 1


class Hubspot:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http

    def answer(self, path: str, key: str = "pat-sandbox", **params: Any) -> httpx.Response:
        return self.http.get(f"/hubspot{path}", params=params, headers={"Authorization": f"Bearer {key}"})

    def post(self, path: str, body: Any, key: str = "pat-sandbox") -> httpx.Response:
        return self.http.post(f"/hubspot{path}", json=body, headers={"Authorization": f"Bearer {key}"})

    def get(self, path: str, **params: Any) -> dict[str, Any]:
        answer = self.answer(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def search(self, **body: Any) -> dict[str, Any]:
        answer = self.post("/crm/objects/2026-09/deals/search", body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def everything(self, path: str, **params: Any) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while True:
            answer = self.get(path, limit=100, **params)
            found.extend(answer["results"])
            if "paging" not in answer:
                return found
            params["after"] = answer["paging"]["next"]["after"]


class Quickbooks:
    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.access_token = ""

    def token(self, refresh_token: str = FIRST_TOKEN, **headers: str) -> httpx.Response:
        form = {"grant_type": "refresh_token", "refresh_token": refresh_token}
        path = "/quickbooks-oauth/oauth2/v1/tokens/bearer"
        return self.http.post(path, data=form, auth=("qb-sandbox-client", "qb-sandbox-secret"), headers=headers)

    def answer(self, path: str, realm: str = REALM, accept: str = "application/json", **params: Any) -> httpx.Response:
        if not self.access_token:
            self.access_token = self.token().json()["access_token"]
        headers = {"Authorization": f"Bearer {self.access_token}", "Accept": accept}
        return self.http.get(f"/quickbooks/v3/company/{realm}/{path}", params=params, headers=headers)

    def get(self, path: str, **params: Any) -> dict[str, Any]:
        answer = self.answer(path, **params)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def query(self, text: str) -> dict[str, Any]:
        return self.get("query", query=text)["QueryResponse"]

    def select(self, entity: str, *clauses: str) -> dict[str, Any]:
        return self.query(" ".join(("SELECT * FROM", entity, *clauses)))

    def count(self, entity: str, *clauses: str) -> int:
        return self.query(" ".join(("SELECT COUNT(*) FROM", entity, *clauses)))["totalCount"]

    def fault(self, text: str) -> str:
        answer = self.answer("query", query=text)
        assert answer.status_code == 400, answer.text
        return answer.json()["Fault"]["Error"][0]["code"]

    def everything(self, entity: str, where: str = "") -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while True:
            page = f"ORDERBY Id STARTPOSITION {len(found) + 1} MAXRESULTS 1000"
            rows = self.select(entity, where, page).get(entity, [])
            found.extend(rows)
            if len(rows) < 1000:
                return found
