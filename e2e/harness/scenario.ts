// One test with one browser window: signed in as asked, watched for console errors, foreign requests and overflow.
import { mkdirSync } from "node:fs";
import { resolve } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, expect, inject, test } from "vitest";
import { closeBrowser, sharedBrowser } from "./browser.ts";
import type { House } from "./house.ts";
import { Api, type Locale, type Role } from "./session.ts";
import { settled, stillness } from "./settled.ts";
import { slowDown, slowness } from "./slowness.ts";
import { say } from "./words.ts";

export interface Setting {
  as?: Role;
  locale?: Locale;
  theme?: "light" | "dark";
  width?: number;
  height?: number;
  /** Console errors that this scenario provokes on purpose. */
  expected?: RegExp;
}

export interface Scene {
  page: Page;
  context: BrowserContext;
  api: Api;
  house: House;
  locale: Locale;
  /** The words of the scene's language. */
  words: (key: string, values?: Record<string, string>) => string;
  open: (path: string) => Promise<void>;
  shot: (name: string) => Promise<void>;
}

const SHOTS = resolve(import.meta.dirname, "../shots");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** A signed-out visitor's own record is refused: the browser prints that, and it is no fault. */
const ALWAYS_EXPECTED = /status of 401 .*\/api\/v1\/me$/;

export function scenario(
  name: string,
  setting: Setting,
  body: (scene: Scene) => Promise<void>,
): void {
  test(name, async () => {
    const house = inject("house");
    const context = await newWindow(setting);
    const problems: string[] = [];
    try {
      if (setting.as) await context.addCookies(inject("sessions")[setting.as]);
      const page = await context.newPage();
      await slowDown(page);
      watchForProblems(page, house, problems, setting.expected);
      await body(sceneOf(page, context, house, setting));
      expect(problems.join("\n")).toBe("");
    } catch (error) {
      await context.pages()[0]?.screenshot({ path: shotFile(`failed ${name}`) });
      throw error;
    } finally {
      await closeWindow(context);
    }
  });
}

afterAll(closeBrowser);

/** An answer that a test is still rewriting has nobody left to go to. */
async function closeWindow(context: BrowserContext): Promise<void> {
  for (const page of context.pages()) await page.unrouteAll({ behavior: "ignoreErrors" });
  await context.close();
}

async function newWindow(setting: Setting): Promise<BrowserContext> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({
    viewport: { width: setting.width ?? 1366, height: setting.height ?? 850 },
    locale: setting.locale === "fr-ca" ? "fr-CA" : "en-US",
    colorScheme: setting.theme ?? "light",
    reducedMotion: "reduce",
    timezoneId: "America/Montreal",
  });
  context.setDefaultTimeout(15_000 * slowness);
  const { origin } = inject("house");
  await context.addCookies([
    { name: "regie_locale", value: setting.locale ?? "en-us", url: origin },
  ]);
  return context;
}

export function watchForProblems(
  page: Page,
  house: House,
  problems: string[],
  expected?: RegExp,
): void {
  const note = (text: string) => {
    if (!ALWAYS_EXPECTED.test(text) && !expected?.test(text)) problems.push(text);
  };
  page.on("console", (message) => {
    if (message.type() === "error") note(`${message.text()} ${message.location().url}`);
  });
  page.on("pageerror", (error) => note(String(error)));
  page.on("request", (request) => {
    const url = request.url();
    if (!url.startsWith(house.origin) && !/^(data|blob):/.test(url)) note(`foreign request ${url}`);
  });
}

function sceneOf(page: Page, context: BrowserContext, house: House, setting: Setting): Scene {
  const locale = setting.locale ?? "en-us";
  return {
    page,
    context,
    house,
    locale,
    words: (key, values) => say(locale, key, values),
    api: new Api(context, house),
    open: async (path) => {
      await page.goto(house.origin + (locale === "fr-ca" ? "/fr-ca" : "") + path);
      await settled(page);
    },
    shot: async (name) => {
      await page.screenshot({ path: shotFile(name) });
    },
  };
}

export async function expectAccessible(page: Page): Promise<void> {
  const size = page.viewportSize();
  let found = "";
  // At full height: what a bar at the window's edge covers for now can be scrolled from under it. Rows that were
  // not drawn yet may be taller than they were taken for, even while they are looked at: then once more.
  for (let looks = 0; looks < 3; looks++) {
    await showWhole(page);
    found = await look(page);
    if (found === "" || !(await isCut(page))) break;
  }
  if (size) await page.setViewportSize(size);
  expect(found).toBe("");
}

async function look(page: Page): Promise<string> {
  // In the page itself, and for what is wrong alone: a page beside it for each look takes longer, and there are no frames.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).withTags(TAGS);
  const { violations } = await axe.setLegacyMode().analyze();
  const found = violations.flatMap((rule) =>
    rule.nodes.map((node) => `${rule.id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`),
  );
  return found.join("\n");
}

async function showWhole(page: Page): Promise<void> {
  const size = page.viewportSize();
  if (size)
    await page.setViewportSize({
      width: size.width,
      height: Math.max(size.height, await heightOf(page)),
    });
  await stillness(page);
}

async function isCut(page: Page): Promise<boolean> {
  const size = page.viewportSize();
  return size !== null && (await heightOf(page)) > size.height;
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** How long a screen may take to fit itself into a window of another size. */
const FITS_WITHIN_MS = 5_000;

export async function expectNoSidewaysScroll(page: Page, timeout = FITS_WITHIN_MS): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect.poll(excess, { timeout }).toBeLessThanOrEqual(0);
}

/** No text runs out of its box: a bordered or clipping ancestor ends after what it holds; scrolling ones may hide. */
export async function expectNothingCut(page: Page, timeout = FITS_WITHIN_MS): Promise<void> {
  await expect.poll(() => cutTexts(page), { timeout }).toBe("");
}

async function cutTexts(page: Page): Promise<string> {
  const cut = await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const words = node.textContent?.trim();
      const holder = node.parentElement;
      if (!words || !holder?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (
        let box: Element | null = holder;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis") break;
        if (edge.width <= 2 || style.position === "fixed") break;
        const ends = Number.parseFloat(style.borderRightWidth) > 0 || style.overflowX !== "visible";
        if (ends && text.right > edge.right + 1) found.push(`${words} in ${box.className}`);
      }
    }
    return found;
  });
  return cut.join("\n");
}

/** The system asks for the other scheme, and the page has taken it. */
export async function showScheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await page.locator(`html[data-mantine-color-scheme="${scheme}"]`).waitFor();
}

function shotFile(name: string): string {
  mkdirSync(SHOTS, { recursive: true });
  return resolve(SHOTS, `${name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-")}.png`);
}
