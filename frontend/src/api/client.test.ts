// Tests what each call sends, and the reaction to each failure.
import { HttpResponse, http } from "msw";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { activateLocale } from "../i18n/translate";
import { installServer, server } from "../testing/server";
import { api } from "./client";
import { ApiError } from "./errors";
import { onReaction, type Reaction } from "./policy";
import { formatQuery, send } from "./request";

installServer();

let reactions: Reaction[] = [];
let unsubscribe = () => {};
beforeEach(() => {
  reactions = [];
  unsubscribe = onReaction((reaction) => reactions.push(reaction));
});
afterEach(() => unsubscribe());

const CLIENT = { name: "Aurora", account_manager: "a", currency: "CAD" } as const;
const PARAMS = { id: "x" };

const GENERIC = {
  kind: "toast",
  summary: { key: "common.toast.error.summary" },
  detail: { key: "common.toast.error.detail" },
};

describe("the reaction to a failed call", () => {
  it.each([
    [401, { kind: "page_expired" }],
    [419, { kind: "page_expired" }],
    [404, { kind: "not_found" }],
    [409, { kind: "caller" }],
    [403, { ...GENERIC, detail: { key: "common.toast.error.forbidden.detail" } }],
    [500, GENERIC],
    [503, GENERIC],
    [429, GENERIC],
    [400, GENERIC],
    [405, GENERIC],
    [410, GENERIC],
  ])("status %i", async (status, reaction) => {
    server.use(http.get("/api/v1/clients", () => HttpResponse.json({}, { status })));
    await expect(api.get("/clients")).rejects.toMatchObject({ status });
    expect(reactions).toEqual([reaction]);
  });

  it.each([
    ["Unprocessable Content", "422 Unprocessable Content"],
    ["", "422 Unprocessable Entity"],
  ])("422 with the reason phrase %j", async (statusText, summary) => {
    const body = { code: "invalid", message: "Too long", errors: { name: ["Too long"] } };
    const response = new Response(JSON.stringify(body), { status: 422, statusText });
    vi.stubGlobal("fetch", async () => response);
    const error = await api.post("/clients", CLIENT).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ApiError);
    expect((error as ApiError).errors).toEqual({ name: ["Too long"] });
    expect(reactions).toEqual([
      { kind: "toast", summary: { text: summary }, detail: { text: "Too long" } },
    ]);
  });

  it.each(["<none>", ""])("419 with the reason phrase %j", async (statusText) => {
    vi.stubGlobal("fetch", async () => new Response("{}", { status: 419, statusText }));
    await expect(api.get("/clients")).rejects.toMatchObject({ statusText: "Page Expired" });
    expect(reactions).toEqual([{ kind: "page_expired" }]);
  });

  it("reports a network failure with status 0", async () => {
    server.use(http.get("/api/v1/clients", () => HttpResponse.error()));
    await expect(api.get("/clients")).rejects.toMatchObject({ status: 0, code: "network" });
    expect(reactions).toEqual([GENERIC]);
  });

  it("keeps the status of a response that is not JSON", async () => {
    server.use(http.get("/api/v1/clients", () => new HttpResponse("<h1>", { status: 502 })));
    await expect(api.get("/clients")).rejects.toMatchObject({ status: 502, errors: {} });
  });

  it("does not react to an aborted call", async () => {
    server.use(http.get("/api/v1/clients", () => HttpResponse.json({ data: [] })));
    const controller = new AbortController();
    controller.abort();
    await expect(api.get("/clients", { signal: controller.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect(reactions).toEqual([]);
  });

  it("leaves an expected failure to the caller", async () => {
    server.use(http.get("/api/v1/clients/x", () => HttpResponse.json({}, { status: 404 })));
    await expect(api.get("/clients/{id}", { params: PARAMS, expect: [404] })).rejects.toMatchObject(
      {
        status: 404,
      },
    );
    expect(reactions).toEqual([]);
  });

  it("passes both versions of a conflict to the caller", async () => {
    const conflicts = { name: { theirs: "A", yours: "B" } };
    server.use(
      http.patch("/api/v1/clients/x", () =>
        HttpResponse.json({ code: "conflict", conflicts, version: 7 }, { status: 409 }),
      ),
    );
    await expect(api.patch("/clients/{id}", {}, { params: PARAMS })).rejects.toMatchObject({
      conflicts,
      version: 7,
    });
  });
});

describe("the request of a call", () => {
  async function captureRequest(run: () => Promise<unknown>): Promise<Request> {
    let request: Request | undefined;
    const capture = ({ request: incoming }: { request: Request }) => {
      request = incoming.clone();
      return new HttpResponse(null, { status: 204 });
    };
    server.use(http.all("/api/v1/*", capture), http.all("/login", capture));
    await run();
    if (!request) throw new Error("Nothing was sent");
    return request;
  }

  it("requests JSON in the page's language, with credentials", async () => {
    await activateLocale("fr-ca");
    const fetchSpy = vi.spyOn(globalThis, "fetch");
    const request = await captureRequest(() =>
      api.get("/clients", { query: { status: ["active", "churned"] } }),
    );
    await activateLocale("en-us");
    expect(request.url).toContain("/api/v1/clients?status=active&status=churned");
    expect(fetchSpy.mock.lastCall?.[1]?.credentials).toBe("include");
    expect(Object.fromEntries(request.headers)).toMatchObject({
      accept: "application/json",
      "content-type": "application/json",
      "x-api-locale": "fr-ca",
    });
    expect(request.headers.has("x-xsrf-token")).toBe(false);
  });

  it("echoes the CSRF cookie on unsafe calls", async () => {
    // biome-ignore lint/suspicious/noDocumentCookie: jsdom has no Cookie Store API.
    document.cookie = "XSRF-TOKEN=a%3Db; Path=/";
    const request = await captureRequest(() =>
      send("/login", { method: "POST", body: { email: "a" } }),
    );
    expect(request.headers.get("x-xsrf-token")).toBe("a=b");
    expect(await request.json()).toEqual({ email: "a" });
    const others = [
      () => api.put("/me/avatar", { content: "x" }),
      () => api.patch("/clients/{id}", {}, { params: PARAMS }),
      () => api.delete("/clients/{id}", { params: PARAMS }),
    ];
    for (const call of others) {
      const other = await captureRequest(call);
      expect(other.headers.get("x-xsrf-token")).toBe("a=b");
    }
  });

  it("sends an empty body with DELETE", async () => {
    const request = await captureRequest(() => api.delete("/clients/{id}", { params: PARAMS }));
    expect(request.method).toBe("DELETE");
    expect(await request.text()).toBe("");
  });

  it("lets the browser set the content type of a multipart body", async () => {
    const request = await captureRequest(() => api.post("/attachments", new FormData() as never));
    expect(request.headers.get("content-type")).toMatch(/^multipart\/form-data/);
  });

  it.each([
    [{}, ""],
    [{ page: 1, search: "", status: undefined }, "?page=1"],
    [{ search: "é&b", archived: false }, "?search=%C3%A9%26b&archived=false"],
  ])("formats the query %j as %j", (query, text) => {
    expect(formatQuery(query)).toBe(text);
  });
});
