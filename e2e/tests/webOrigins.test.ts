// Tests a front end of another origin: a page that calls the API as the specification's client does.
import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "../support/test.ts";

interface Target {
  api: string;
  password: string;
}

/** The status of each call; 0 where the browser refuses it. */
interface Statuses {
  csrfCookie: number;
  signIn: number;
  currentUser: number;
  change: number;
  uploadWithoutFile: number;
  signOut: number;
}

test.use({ expectedProblems: /foreign request|CORS policy|ERR_FAILED|status of 422/ });

/** Serves an empty page on a port of this machine while `run` runs. */
async function withPage(port: number, run: (origin: string) => Promise<void>): Promise<void> {
  const server = createServer((_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><link rel='icon' href='data:,'><title>Page</title>");
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const { port: used } = server.address() as { port: number };
  try {
    await run(`http://localhost:${used}`);
  } finally {
    server.close();
    server.closeAllConnections();
  }
}

/** Runs in the page: signs in, reads, changes, uploads and signs out. */
async function callServer({ api, password }: Target): Promise<Statuses> {
  const token = () =>
    decodeURIComponent(/(?:^|; )XSRF-TOKEN=([^;]*)/.exec(document.cookie)?.[1] ?? "");
  const call = async (method: string, path: string, body?: unknown) => {
    const isForm = body instanceof FormData;
    const headers = {
      Accept: "application/json",
      "X-Api-Locale": "fr-ca",
      "X-XSRF-TOKEN": token(),
      ...(isForm ? {} : { "Content-Type": "application/json" }),
    };
    const options = { method, headers, credentials: "include" } as const;
    const sent = isForm ? body : JSON.stringify(body);
    const response = await fetch(
      api + path,
      body === undefined ? options : { ...options, body: sent },
    ).catch(() => null);
    return { status: response?.status ?? 0, json: async () => response?.json() };
  };
  const csrfCookie = await call("GET", "/sanctum/csrf-cookie");
  const signIn = await call("POST", "/login", { email: "admin@regie.example", password });
  const currentUser = await call("GET", "/api/v1/me");
  const user: { data?: { api_id: string } } | undefined = await currentUser.json();
  const profile = `/api/v1/users/${user?.data?.api_id}/profile`;
  const change = await call("PATCH", profile, { timezone: "America/Toronto" });
  const upload = await call("POST", "/api/v1/attachments", new FormData());
  const signOut = await call("POST", "/logout");
  return {
    csrfCookie: csrfCookie.status,
    signIn: signIn.status,
    currentUser: currentUser.status,
    change: change.status,
    uploadWithoutFile: upload.status,
    signOut: signOut.status,
  };
}

test("a page of an origin that the settings name calls the server", async ({ page, server }) => {
  const port = new URL(server.webOrigin ?? "http://localhost:1").port;
  await withPage(Number(port), async (origin) => {
    await page.goto(origin);
    expect(
      await page.evaluate(callServer, { api: server.origin, password: server.password }),
    ).toEqual({
      csrfCookie: 204,
      signIn: 200,
      currentUser: 200,
      change: 200,
      uploadWithoutFile: 422,
      signOut: 204,
    });
  });
});

test("a page of any other origin reads and changes nothing", async ({ page, server }) => {
  await withPage(0, async (origin) => {
    await page.goto(origin);
    const statuses = await page.evaluate(callServer, {
      api: server.origin,
      password: server.password,
    });
    expect(new Set(Object.values(statuses))).toEqual(new Set([0]));
  });
});
