// Fixtures: a server per worker, a window signed in as a role, and a check for console errors and foreign requests.
import {
  type BrowserContext,
  test as base,
  expect,
  type Page,
  type Request,
} from "@playwright/test";
import {
  Api,
  type Locale,
  openSessions,
  type Role,
  type Sessions,
  setAccountLocale,
} from "./api.ts";
import { copyDemoData } from "./demoData.ts";
import { waitForPage } from "./ready.ts";
import { readServer, type Server, startServer } from "./server.ts";
import { slowDown } from "./slowness.ts";
import { translate } from "./translate.ts";

interface Options {
  /** The role of the demo account to sign in; undefined for a visitor. */
  role: Role | undefined;
  /** Console errors and foreign requests that the test causes intentionally. */
  expectedProblems: RegExp | undefined;
  /** Uses a separate context with an empty cache. */
  coldCache: boolean;
}

/** The application in one browser window. */
export interface App {
  page: Page;
  context: BrowserContext;
  api: Api;
  server: Server;
  locale: Locale;
  /** The texts of the screens in the window's language. */
  t: (key: string, values?: Record<string, string>) => string;
  /** Opens a path in the window's language and waits until the screen is complete. */
  open: (path: string) => Promise<void>;
  /** Signs the window in as another role from the next request on. */
  switchRole: (role: Role) => Promise<void>;
  /** Another browser for a role or a visitor; it closes with the test. */
  openContext: (role?: Role) => Promise<BrowserContext>;
}

interface Fixtures extends Omit<App, "page" | "context" | "locale"> {
  app: App;
}

interface Backend {
  server: Server;
  sessions: Sessions;
}

interface WorkerFixtures {
  backend: Backend;
  /** One context per language, whose cache stays warm between tests. */
  warmContexts: Map<string, BrowserContext>;
}

/** The server refuses to return a visitor's user record, and the browser logs it. */
const ALWAYS_EXPECTED = /status of 401 .*\/api\/v1\/me$/;

export { expect } from "@playwright/test";

export const test = base.extend<Options & Fixtures, WorkerFixtures>({
  role: [undefined, { option: true }],
  expectedProblems: [undefined, { option: true }],
  coldCache: [false, { option: true }],

  backend: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      const running = process.env.E2E_SERVER;
      if (running) {
        const server = readServer(running);
        await use({ server, sessions: await openSessions(server) });
        return;
      }
      const copy = copyDemoData();
      try {
        const { server, stop } = await startServer(copy.folder);
        await use({ server, sessions: copy.sessions });
        await stop();
      } finally {
        copy.remove();
      }
    },
    { scope: "worker", timeout: 240_000 },
  ],

  warmContexts: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's dependencies from the pattern.
    async ({}, use) => {
      const contexts = new Map<string, BrowserContext>();
      await use(contexts);
      for (const context of contexts.values()) await context.close();
    },
    { scope: "worker" },
  ],

  server: ({ backend }, use) => use(backend.server),
  api: ({ context, server }, use) => use(new Api(context, server)),

  context: async (
    { browser, warmContexts, coldCache, contextOptions, backend, locale, role },
    use,
  ) => {
    const options = { ...contextOptions, locale };
    const cached = coldCache ? undefined : warmContexts.get(locale ?? "");
    const context = cached ?? (await browser.newContext(options));
    if (!coldCache) warmContexts.set(locale ?? "", context);
    await context.addCookies([languageCookie(backend.server, toLocale(locale))]);
    if (role) await addSession(context, backend, role, locale);
    const waitForCsrfRenewals = watchCsrfRenewals(context);
    await use(context);
    await waitForCsrfRenewals();
    await clearContext(context, backend.server);
    if (coldCache) await context.close();
  },

  page: async ({ context, server, viewport, colorScheme, expectedProblems }, use) => {
    const page = await context.newPage();
    if (viewport) await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme });
    await slowDown(page);
    const problems = collectProblems(page, server, expectedProblems);
    await use(page);
    expect(problems.join("\n"), "console errors and foreign requests").toBe("");
  },

  t: ({ locale }, use) => use((key, values) => translate(toLocale(locale), key, values)),

  open: ({ page, server, locale }, use) =>
    use(async (path) => {
      await page.goto(server.origin + (locale === "fr-CA" ? "/fr-ca" : "") + path);
      await waitForPage(page);
    }),

  switchRole: ({ context, backend, locale }, use) =>
    use((role) => addSession(context, backend, role, locale)),

  app: async ({ locale, page, context, api, server, t, open, switchRole, openContext }, use) => {
    const parts = { page, context, api, server, t, open, switchRole, openContext };
    await use({ ...parts, locale: toLocale(locale) });
  },

  openContext: async ({ browser, backend, contextOptions, locale }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (role) => {
      const context = await browser.newContext({ ...contextOptions, locale });
      opened.push(context);
      if (role) await addSession(context, backend, role, locale);
      return context;
    });
    for (const context of opened) await context.close();
  },
});

/** Collects console errors, uncaught exceptions and requests to other hosts. */
export function collectProblems(page: Page, server: Server, expected?: RegExp): string[] {
  const problems: string[] = [];
  const record = (text: string) => {
    if (!ALWAYS_EXPECTED.test(text) && !expected?.test(text)) problems.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error") record(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => record(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(server.origin) && !/^(data|blob):/.test(url))
      record(`foreign request ${url}`);
  });
  return problems;
}

const toLocale = (locale: string | undefined): Locale => (locale === "fr-CA" ? "fr-ca" : "en-us");

/** Signs a context in; the account's language becomes that of the window. */
async function addSession(
  context: BrowserContext,
  { server, sessions }: Backend,
  role: Role,
  locale: string | undefined,
): Promise<void> {
  await setAccountLocale(server, sessions[role], toLocale(locale));
  await context.addCookies(sessions[role].map((cookie) => ({ ...cookie, url: server.origin })));
}

function languageCookie({ origin }: Server, locale: Locale) {
  return { name: "regie_locale", value: locale, url: origin };
}

/** Waits, at the end of the test, for the CSRF cookies that its pages renew: a late one would replace the next test's. */
function watchCsrfRenewals(context: BrowserContext): () => Promise<void> {
  const pending = new Set<Request>();
  const add = (request: Request) => {
    if (new URL(request.url()).pathname === "/sanctum/csrf-cookie") pending.add(request);
  };
  const remove = (request: Request) => pending.delete(request);
  context.on("request", add).on("requestfinished", remove).on("requestfailed", remove);
  const countPending = () =>
    [...pending].filter((request) => !request.frame().page().isClosed()).length;
  return async () => {
    await expect
      .poll(countPending, { message: "pending CSRF renewals", intervals: [25, 50] })
      .toBe(0);
    context.off("request", add).off("requestfinished", remove).off("requestfailed", remove);
  };
}

/** Removes everything from the context but the cache. */
async function clearContext(context: BrowserContext, { origin }: Server): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
  const page = context.pages()[0] ?? (await context.newPage());
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.clearDataForOrigin", {
    origin,
    storageTypes: "local_storage,indexeddb,cache_storage,service_workers",
  });
  for (const open of context.pages()) await open.close();
  await context.clearCookies();
}
