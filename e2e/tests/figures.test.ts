// A person's own figures: beside their account, for the days they choose, each with its formula and its list.
import { expect } from "vitest";
import {
  expectAccessible,
  expectNoSidewaysScroll,
  expectNothingCut,
  scenario,
  showScheme,
} from "../harness/scenario.ts";
import { LOCALES } from "../harness/session.ts";

interface Entry {
  as_of: string;
  figures: Record<string, { rows: string | null }>;
}

interface Me {
  employee: { api_id: string };
}

for (const locale of LOCALES) {
  scenario(
    `one's own figures follow the days chosen and lead to their lists, ${locale}`,
    { as: "account_manager", locale },
    async (scene) => {
      const { page, api, open, words, shot } = scene;
      const { data: me } = await api.get<{ data: Me }>("/me");
      const path = `/employees-statistics?id=${me.employee.api_id}&from=2026-10-01&to=2026-10-31`;
      const [entry] = (await api.get<{ data: Entry[] }>(path)).data;
      await open("/profile");
      await page.getByRole("tab", { name: words("profile.tab.figures") }).click();
      const label = (name: string) => words(`statistics.person.${name}.label`);
      const terms = page.locator("dl dt");
      await terms.first().waitFor();
      const names = Object.keys(entry?.figures ?? {});
      expect(names).toContain("retained_mrr");
      for (const name of names) {
        await page
          .getByRole("button", { name: words("ui.help", { label: label(name) }) })
          .waitFor();
      }
      expect(await terms.count()).toBe(names.length);
      await expectAccessible(page);
      await expectNothingCut(page);
      await shot(`own figures ${locale}`);
      await page.getByRole("button", { name: words("statistics.month_before") }).click();
      await expect.poll(() => new URL(page.url()).searchParams.get("tab")).toBe("figures");
      await expect.poll(() => new URL(page.url()).searchParams.get("from")).toMatch(/-01$/);
      const list = words("statistics.rows_of", { figure: label("retained_mrr") });
      await page.getByRole("link", { name: list }).click();
      await page.getByRole("heading", { level: 1 }).waitFor();
      await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/projects\/retainer$/);
      expect(new URL(page.url()).searchParams.get("account_manager")).not.toBeNull();
    },
  );
}

scenario(
  "figures fit a phone and both schemes",
  { as: "account_manager", locale: "fr-ca", width: 390, height: 844 },
  async ({ page, open, shot }) => {
    await open("/profile?tab=figures");
    await page.locator("dl dt").first().waitFor();
    for (const scheme of ["light", "dark"] as const) {
      await showScheme(page, scheme);
      await expectNoSidewaysScroll(page);
      await expectAccessible(page);
      await shot(`own figures phone ${scheme}`);
    }
  },
);
