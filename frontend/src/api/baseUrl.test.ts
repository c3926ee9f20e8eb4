// Tests calls, uploads and addresses of a front end whose server has another origin.
import { HttpResponse, http } from "msw";
import { beforeEach, expect, it, vi } from "vitest";
import { installServer, server } from "../testing/server";

installServer();

const SERVER = "https://api.agency.example";

beforeEach(() => {
  // The slash at the end is one that people often type.
  vi.stubEnv("VITE_REGIE_BASE_URL", `${SERVER}/`);
  vi.resetModules();
});

it("calls the server of the build, with the session and the token of the cookie", async () => {
  const fetching = vi.fn(async (..._: Parameters<typeof fetch>) => new Response("{}"));
  vi.stubGlobal("fetch", fetching);
  // An older cookie, from before the setting, comes first.
  vi.spyOn(document, "cookie", "get").mockReturnValue("XSRF-TOKEN=old; XSRF-TOKEN=new");
  const { api } = await import("./client");
  await api.delete("/clients/{id}", { params: { id: "x" } });
  const [url, options] = fetching.mock.calls[0] ?? [];
  expect(url).toBe(`${SERVER}/api/v1/clients/x`);
  expect(options?.credentials).toBe("include");
  expect(new Headers(options?.headers).get("x-xsrf-token")).toBe("new");
});

it("uploads to the server of the build", async () => {
  const headers = {
    "Access-Control-Allow-Origin": location.origin,
    "Access-Control-Allow-Credentials": "true",
    "Access-Control-Allow-Headers": "idempotency-key, x-api-locale",
  };
  server.use(
    http.options(`${SERVER}/api/v1/imports/clients`, () => new HttpResponse(null, { headers })),
    http.post(`${SERVER}/api/v1/imports/clients`, () =>
      HttpResponse.json({ data: { api_id: "a" } }, { headers }),
    ),
  );
  const { upload } = await import("./upload");
  const target = { method: "POST", path: "/imports/clients" } as const;
  const fields = { file: new File(["name\n"], "clients.csv") };
  const { result } = upload(target, { fields, key: "k", onProgress: () => undefined });
  await expect(result).resolves.toMatchObject({ api_id: "a" });
});

it("leads downloads and pictures to the server of the build", async () => {
  const { apiUrl } = await import("./client");
  const { serverUrl } = await import("./baseUrl");
  expect(apiUrl("/attachments/{id}/content", { params: { id: "a" } })).toBe(
    `${SERVER}/api/v1/attachments/a/content`,
  );
  expect(serverUrl("/api/v1/logo?v=1")).toBe(`${SERVER}/api/v1/logo?v=1`);
});
