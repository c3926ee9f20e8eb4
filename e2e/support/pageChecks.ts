// Checks for every screen: accessible, no sideways scrolling, no text cut.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { waitForAnimations } from "./ready.ts";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
/** Only contrast depends on the theme, so the second theme needs only this rule. */
const RULES = {
  all: { runOnly: TAGS },
  contrast: { runOnly: { type: "rule", values: ["color-contrast"] } },
} satisfies Record<string, RunOptions>;
/** How often to repeat axe when the page grows while it runs. */
const MAX_RUNS = 3;

export async function expectAccessible(
  page: Page,
  rules: keyof typeof RULES = "all",
): Promise<void> {
  const size = page.viewportSize();
  let violations = "";
  // At full height, so that no fixed bar covers content. Rows that are not yet rendered may be taller than estimated,
  // even while axe runs.
  for (let run = 0; run < MAX_RUNS; run += 1) {
    await showWholePage(page);
    violations = await findViolations(page, RULES[rules]);
    if (violations === "" || !(await isTallerThanViewport(page))) break;
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
  const height = await pageHeight(page);
  if (size && height > size.height) await page.setViewportSize({ width: size.width, height });
  await waitForAnimations(page);
}

async function isTallerThanViewport(page: Page): Promise<boolean> {
  const size = page.viewportSize();
  return size !== null && (await pageHeight(page)) > size.height;
}

const pageHeight = (page: Page) => page.evaluate(() => document.documentElement.scrollHeight);

/** How long a screen may take to adapt to another window size. */
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

/** No text overflows a bordered or clipping ancestor; a scrolling ancestor may hide some. */
export async function expectNothingCut(page: Page, timeout = FIT_TIMEOUT_MS): Promise<void> {
  await expect
    .poll(() => findCutTexts(page), { message: "cut texts", timeout, intervals: FIT_INTERVALS })
    .toBe("");
}

async function findCutTexts(page: Page): Promise<string> {
  const cutTexts = await page.evaluate(() => {
    const found: string[] = [];
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node; node = texts.nextNode()) {
      const content = node.textContent?.trim();
      const parent = node.parentElement;
      if (!content || !parent?.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const text = range.getBoundingClientRect();
      for (
        let box: Element | null = parent;
        box && box !== document.body;
        box = box.parentElement
      ) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        if (/auto|scroll/.test(style.overflowX) || style.textOverflow === "ellipsis") break;
        if (edge.width <= 2 || style.position === "fixed") break;
        const isBounded =
          Number.parseFloat(style.borderRightWidth) > 0 || style.overflowX !== "visible";
        if (isBounded && text.right > edge.right + 1) found.push(`${content} in ${box.className}`);
      }
    }
    return found;
  });
  return cutTexts.join("\n");
}

/** Emulates the system's color scheme and waits until the page applies it. */
export async function emulateScheme(page: Page, scheme: "light" | "dark"): Promise<void> {
  await page.emulateMedia({ colorScheme: scheme });
  await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", scheme);
}
