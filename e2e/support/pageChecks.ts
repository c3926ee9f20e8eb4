// What holds on every screen: accessible, no sideways scrolling, no text cut.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { animationsEnded } from "./ready.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Only contrast depends on the theme: a second theme needs no other rule. */
const RULES = {
  all: { runOnly: TAGS },
  contrast: { runOnly: { type: "rule", values: ["color-contrast"] } },
} satisfies Record<string, RunOptions>;
/** How often a page that grows while axe reads it is read again. */
const MAX_RUNS = 3;

export async function expectAccessible(
  page: Page,
  rules: keyof typeof RULES = "all",
): Promise<void> {
  const size = page.viewportSize();
  let violations = "";
  // At full height: what a bar at the window's edge covers can be scrolled from under it. Rows that are not yet
  // drawn may turn out taller than estimated, even while axe reads the page.
  for (let run = 0; run < MAX_RUNS; run += 1) {
    await showWholePage(page);
    violations = await findViolations(page, RULES[rules]);
    if (violations === "" || !(await isCut(page))) break;
  }
  if (size) await page.setViewportSize(size);
  expect(violations).toBe("");
}

async function findViolations(page: Page, rules: RunOptions): Promise<string> {
  if (!(await page.evaluate("'axe' in window"))) await page.evaluate(AXE);
  const violations = await page.evaluate(
    async (options) => {
      const { axe } = window as unknown as { axe: { run: (o: RunOptions) => Promise<AxeResults> } };
      return (await axe.run(options)).violations;
    },
    { ...rules, resultTypes: ["violations"] } as RunOptions,
  );
  return violations
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target.join(" ")} ${failureSummary}`),
    )
    .join("\n");
}

async function showWholePage(page: Page): Promise<void> {
  const size = page.viewportSize();
  const height = await heightOf(page);
  if (size && height > size.height) await page.setViewportSize({ width: size.width, height });
  await animationsEnded(page);
}

async function isCut(page: Page): Promise<boolean> {
  const size = page.viewportSize();
  return size !== null && (await heightOf(page)) > size.height;
}

const heightOf = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** How long a screen may take to fit a window of another size. */
const FIT_TIMEOUT_MS = 5_000;
const FIT_INTERVALS = [50, 100, 250];

export async function expectNoSidewaysScroll(page: Page, timeout = FIT_TIMEOUT_MS): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const { scrollWidth, clientWidth } = document.documentElement;
      return scrollWidth - clientWidth;
    });
  await expect
    .poll(excess, { message: "pixels beyond the window", timeout, intervals: FIT_INTERVALS })
    .toBeLessThanOrEqual(0);
}

/** No text leaves its box: a bordered or clipping ancestor ends after its content; a scrolling one may hide some. */
export async function expectNothingCut(page: Page, timeout = FIT_TIMEOUT_MS): Promise<void> {
  await expect
    .poll(() => findCutTexts(page), { message: "cut texts", timeout, intervals: FIT_INTERVALS })
    .toBe("");
}

async function findCutTexts(page: Page): Promise<string> {
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

/** The system asks for the other scheme, and the page has applied it. */
export async function showScheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
}
