// Holds the log to plain words: who really did it, what changed from what to what, and what leads where.
import { screen, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { ActivityEntry } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { ActivityEntries } from "./ActivityEntries";

const CLIENT = "0197a2c4-0000-7000-8000-0000000000c1";

const entry: ActivityEntry = {
  api_id: "e1",
  at: new Date().toISOString(),
  action: "changed",
  subject_type: "client",
  subject: "Maison Pivoine",
  subject_api_id: CLIENT,
  subject_exists: true,
  actor: { api_id: "u1", name: "Maëlle Tremblay" },
  real_actor: null,
  changes: [],
};

const enums = {
  activity_action: [
    { value: "changed", name_en: "Changed", name_fr: "Modification", is_active: true },
  ],
  activity_subject: [{ value: "client", name_en: "Client", name_fr: "Client", is_active: true }],
  role: [{ value: "employee", name_en: "Employee", name_fr: "Personnel", is_active: true }],
};

function show(part: Partial<ActivityEntry>) {
  const entries = [{ ...entry, ...part }];
  renderScreen(() => <ActivityEntries entries={entries} busy={false} label="Log" />, { enums });
  return screen.findByRole("listitem");
}

async function changed(field: string, before: unknown, after: unknown, more: object[] = []) {
  const item = await show({
    changes: [{ field, before, after }, ...more] as ActivityEntry["changes"],
  });
  return within(item).getAllByRole("definition", { hidden: true })[0]?.textContent;
}

describe("who", () => {
  it("names both where somebody acted in another's place", async () => {
    const item = await show({ real_actor: { api_id: "u2", name: "Olivier Gagnon" } });
    expect(item).toHaveTextContent("Olivier Gagnon in the place of Maëlle Tremblay");
  });

  it("shows the system where no person acted", async () => {
    expect(await show({ actor: null })).toHaveTextContent("System");
  });
});

describe("the record", () => {
  it("is led to while it exists", async () => {
    const item = await show({});
    const link = within(item).getByRole("link", { name: "Maison Pivoine" });
    expect(link).toHaveAttribute("href", `/clients/${CLIENT}/view`);
  });

  it("is only named when it is gone, or has no page", async () => {
    const item = await show({ subject_exists: false });
    expect(item).toHaveTextContent("Maison Pivoine");
    expect(within(item).queryByRole("link")).not.toBeInTheDocument();
  });
});

describe("values", () => {
  it.each([
    ["hourly_rate", "1200.50", "1300.00", "from 1,200.50to 1,300.00"],
    ["monthly_fee", null, "4500.00 (2026-12-01)", "from emptyto 4,500.00, from Dec 1, 2026"],
    ["start_on", "2026-03-04", null, "from Mar 4, 2026to empty"],
    ["budget_hours", "10", "12.5", "from 10 hto 12.5 h"],
    ["auto_renew", false, true, "from Noto Yes"],
    ["roles", [], ["employee"], "from emptyto Employee"],
    ["members", ["Anne", "Joël"], ["Anne"], "from Anne, Joëlto Anne"],
    ["secret", "•••", "•••", "from •••to •••"],
  ])("of %s are shown by their kind", async (field, before, after, words) => {
    expect((await changed(field, before, after))?.replaceAll("\u00a0", " ")).toBe(words);
  });

  it("of money have the currency that the same entry sets", async () => {
    const currency = { field: "currency", before: null, after: "CAD" };
    expect(await changed("amount", null, "12.00", [currency])).toContain("CA$12.00");
  });

  it("keep the raw name of a field that nobody put into words", async () => {
    const item = await show({ changes: [{ field: "shoe_size", before: 41, after: 42 }] });
    expect(within(item).getAllByText("shoe_size")[0]?.tagName).toBe("CODE");
  });
});
