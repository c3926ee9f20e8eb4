// Retainers' hours: which are in danger, what the ledger says of each month, and that it is changed by those who may.
import type { Page } from "playwright-core";
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  type Scene,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";
import { settled } from "../harness/settled.ts";

interface Burn {
  api_id: string;
  project: { name: string };
  pace: string | null;
  level: string;
}

interface Period {
  api_id: string;
  starts_on: string;
  status: "open" | "locked";
  base_hours: string;
  rollover_in: string;
  adjustment: string;
  used_hours: string;
  late_hours: string;
  closing_balance: string;
  rollover_out: string;
  lapsed_hours: string;
  overage_hours: string;
  fee?: object;
  can: string[];
  project: { api_id: string };
}

const LEDGER = "/retainer-periods";
const rowNames = (page: Page) => page.locator("tbody tr th").allInnerTexts();

async function burns({ api }: Scene, query = ""): Promise<Burn[]> {
  return (await api.get<{ data: Burn[] }>(`/retainer-burns?per_page=10${query}`)).data;
}

async function periods({ api }: Scene, query: string): Promise<Period[]> {
  return (await api.get<{ data: Period[] }>(`${LEDGER}?per_page=100&${query}`)).data;
}

/** A period's name as its month is written, shortly in its line. */
const monthOf = ({ locale }: Scene, period: Period, month: "long" | "short" = "long") =>
  new Intl.DateTimeFormat(locale === "fr-ca" ? "fr-CA" : "en-US", {
    month,
    year: "numeric",
    timeZone: "UTC",
  }).format(new Date(period.starts_on));

const line = (scene: Scene, period: Period) =>
  scene.page.getByRole("row").filter({ hasText: monthOf(scene, period, "short") });

async function act(scene: Scene, period: Period, action: string): Promise<void> {
  const { page, words } = scene;
  await line(scene, period).getByRole("button", { name: /./ }).last().click();
  await page
    .getByRole("menuitem", { name: words(`retainers.${action}.action`), exact: true })
    .click();
}

const kept = async ({ api }: Scene, { api_id }: Period) =>
  (await api.get<{ data: Period & { adjustment_reason: string | null } }>(`${LEDGER}/${api_id}`))
    .data;

for (const locale of LOCALES) {
  scenario(
    `those in most danger come first, ${locale}`,
    { as: "account_manager", locale },
    async (scene) => {
      const { page, open, words, shot } = scene;
      await open("/projects/retainer");
      await page.getByRole("link", { name: words("projects.view.burn"), exact: true }).click();
      await expect.poll(() => new URL(page.url()).search).toBe("?view=burn");
      await settled(page);
      const expected = (await burns(scene)).map(({ project }) => project.name);
      await expect.poll(() => rowNames(page)).toEqual(expected);
      await page.getByText(words("retainers.level.over"), { exact: true }).first().waitFor();
      await expectAccessible(page);
      await shot(`burn ${locale}`);

      await page.getByRole("button", { name: words("retainers.figure.pace"), exact: true }).click();
      const slowest = (await burns(scene, "&sort=pace")).map(({ project }) => project.name);
      await expect.poll(() => rowNames(page)).toEqual(slowest);
      await open("/projects/retainer?view=burn&warning=pace");
      const warned = (await burns(scene, "&warning=pace")).map(({ project }) => project.name);
      expect(warned.length).toBeGreaterThan(0);
      await expect.poll(() => rowNames(page)).toEqual(warned);

      await page.setViewportSize({ width: 375, height: 800 });
      await showScheme(page, "dark");
      await open("/projects/retainer?view=burn");
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(`burn phone dark ${locale}`);
    },
  );

  scenario(
    `a retainer answers in words, and its ledger closes, ${locale}`,
    { as: "account_manager", locale },
    async (scene) => {
      const { page, open, words, shot } = scene;
      const [burn] = await burns(scene);
      if (!burn) throw new Error("No retainer runs");
      await open("/projects/retainer?view=burn");
      await page.getByRole("link", { name: burn.project.name, exact: true }).click();
      await page.getByRole("tab", { name: words("retainers.tab"), selected: true }).waitFor();
      await settled(page);
      const over = words("retainers.words.over", { hours: "", available: "" });
      const said = page.getByRole("img", { name: new RegExp(over.trim().split(" ").at(0) ?? "") });
      await said.first().waitFor();
      for (const period of await periods(scene, `project=${burn.api_id}`)) {
        const of = (name: keyof Period) => Math.round(Number(period[name]) * 100);
        expect(of("closing_balance")).toBe(
          of("base_hours") +
            of("rollover_in") +
            of("adjustment") -
            of("used_hours") -
            of("late_hours"),
        );
        expect(of("closing_balance")).toBe(
          of("rollover_out") + of("lapsed_hours") - of("overage_hours"),
        );
      }
      await expectAccessible(page);
      await shot(`ledger ${locale}`);
      await page.setViewportSize({ width: 375, height: 800 });
      await showScheme(page, "dark");
      await settled(page);
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await shot(`ledger phone dark ${locale}`);
    },
  );

  scenario(`hours are given with a reason, ${locale}`, { as: "admin", locale }, async (scene) => {
    const { page, open, words, shot, api } = scene;
    const [burn] = await burns(scene, "&sort=pace");
    const [period] = await periods(scene, `project=${burn?.api_id}&status=open`);
    if (!burn || !period) throw new Error("No period is open");
    const before = await kept(scene, period);
    try {
      await open(`/projects/${burn.api_id}/view?tab=hours`);
      await act(scene, period, "adjust");
      const title = words("retainers.adjust.title", { period: monthOf(scene, period) });
      const dialog = page.getByRole("dialog", { name: title });
      await expectAccessible(page);
      await shot(`adjust ${locale}`);
      const save = dialog.getByRole("button", { name: words("form.save") });
      await dialog
        .getByLabel(words("retainers.field.adjustment"), { exact: false })
        .first()
        .fill(locale === "fr-ca" ? "-2,5" : "-2.5");
      await dialog.getByLabel(words("retainers.field.adjustment_reason")).fill("Geste commercial");
      await save.click();
      await dialog.waitFor({ state: "hidden" });
      const after = await kept(scene, period);
      expect([after.adjustment, after.adjustment_reason]).toEqual(["-2.50", "Geste commercial"]);
      await line(scene, period)
        .getByText(locale === "fr-ca" ? /[-−]2,5/ : /[-−]2\.5/)
        .first()
        .waitFor();
    } finally {
      await api.send("PATCH", `${LEDGER}/${period.api_id}`, {
        adjustment: before.adjustment,
        adjustment_reason: before.adjustment_reason ?? "",
      });
    }
  });

  scenario(
    `a month is locked, and unlocked for a reason only, ${locale}`,
    { as: "admin", locale },
    async (scene) => {
      const { page, open, words, shot, api } = scene;
      const found = (await periods(scene, "status=open&sort=starts_on")).find(({ can }) =>
        can.includes("lock"),
      );
      const locked = (await periods(scene, "status=locked&sort=-starts_on")).find(({ can }) =>
        can.includes("unlock"),
      );
      const period = found ?? locked;
      if (!period) throw new Error("No period has ended");
      if (!found) await api.send("POST", `${LEDGER}/${period.api_id}/unlocks`, { reason: "Essai" });
      await open(`/projects/${period.project.api_id}/view?tab=hours&per_page=100`);
      await act(scene, period, "lock");
      const lock = page.getByRole("dialog");
      await lock.getByRole("button", { name: words("retainers.lock.action"), exact: true }).click();
      await line(scene, period)
        .getByRole("img", { name: new RegExp(`^${words("retainers.status.locked")}`) })
        .waitFor();
      expect((await kept(scene, period)).status).toBe("locked");

      await act(scene, period, "unlock");
      const unlock = page.getByRole("dialog");
      const go = unlock.getByRole("button", {
        name: words("retainers.unlock.action"),
        exact: true,
      });
      await go.click();
      await unlock.getByText(words("retainers.unlock.reason_needed")).waitFor();
      expect((await kept(scene, period)).status).toBe("locked");
      await expectAccessible(page);
      await shot(`unlock ${locale}`);
      await unlock.getByLabel(words("retainers.field.reason")).fill("Heures oubliées");
      await go.click();
      await line(scene, period)
        .getByRole("img", { name: words("retainers.status.open"), exact: true })
        .waitFor();
      expect((await kept(scene, period)).status).toBe("open");
      if (!found) await api.send("POST", `${LEDGER}/${period.api_id}/locks`);
    },
  );

  scenario(
    `who works on a retainer sees its hours and no fee, ${locale}`,
    { as: "employee", locale },
    async (scene) => {
      const { page, open, words } = scene;
      const [burn] = await burns(scene);
      if (!burn) throw new Error("The employee works on no retainer");
      const seen = await periods(scene, `project=${burn.api_id}`);
      expect(seen.filter(({ fee, can }) => fee !== undefined || can.length > 0)).toEqual([]);
      await open(`/projects/${burn.api_id}/view?tab=hours&hidden=none`);
      await page
        .getByRole("columnheader", { name: words("retainers.column.used_hours") })
        .waitFor();
      expect(await page.getByText(words("retainers.column.fee"), { exact: true }).count()).toBe(0);
    },
  );
}
