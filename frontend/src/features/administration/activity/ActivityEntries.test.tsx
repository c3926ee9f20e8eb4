// The activity log: actors, links to records, and values formatted by their kind.
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
  role: [{ value: "employee", name_en: "Employee", name_fr: "Employé", is_active: true }],
};

function renderEntry(overrides: Partial<ActivityEntry>) {
  const entries = [{ ...entry, ...overrides }];
  renderScreen(() => <ActivityEntries entries={entries} busy={false} label="Log" />, { enums });
  return screen.findByRole("listitem");
}

async function renderChange(
  field: string,
  before: unknown,
  after: unknown,
  otherChanges: object[] = [],
) {
  const item = await renderEntry({
    changes: [{ field, before, after }, ...otherChanges] as ActivityEntry["changes"],
  });
  return within(item).getAllByRole("definition", { hidden: true })[0]?.textContent;
}

describe("actor", () => {
  it("names both users of an impersonation", async () => {
    const item = await renderEntry({ real_actor: { api_id: "u2", name: "Olivier Gagnon" } });
    expect(item).toHaveTextContent("Olivier Gagnon, signed in as Maëlle Tremblay");
  });

  it("is the system where no user acted", async () => {
    expect(await renderEntry({ actor: null })).toHaveTextContent("System");
  });
});

describe("record", () => {
  it("is a link while it exists", async () => {
    const item = await renderEntry({});
    const link = within(item).getByRole("link", { name: "Maison Pivoine" });
    expect(link).toHaveAttribute("href", `/clients/${CLIENT}/view`);
  });

  it("is plain text once it is deleted", async () => {
    const item = await renderEntry({ subject_exists: false });
    expect(item).toHaveTextContent("Maison Pivoine");
    expect(within(item).queryByRole("link")).not.toBeInTheDocument();
  });
});

describe("values", () => {
  it.each([
    ["hourly_rate", "1200.50", "1300.00", "before 1,200.50after 1,300.00"],
    ["monthly_fee", null, "4500.00 (2026-12-01)", "before emptyafter 4,500.00, from Dec 1, 2026"],
    ["start_on", "2026-03-04", null, "before Mar 4, 2026after empty"],
    ["budget_hours", "10", "12.5", "before 10 hafter 12.5 h"],
    ["auto_renew", false, true, "before Noafter Yes"],
    ["roles", [], ["employee"], "before emptyafter Employee"],
    ["members", ["Anne", "Joël"], ["Anne"], "before Anne, Joëlafter Anne"],
    ["secret", "•••", "•••", "before •••after •••"],
  ])("of %s are formatted by their kind", async (field, before, after, words) => {
    expect((await renderChange(field, before, after))?.replaceAll("\u00a0", " ")).toBe(words);
  });

  it("of money have the currency from the same entry", async () => {
    const currency = { field: "currency", before: null, after: "CAD" };
    expect(await renderChange("amount", null, "12.00", [currency])).toContain("CA$12.00");
  });

  it("of invoices that bill parts have their amounts in the user's format", async () => {
    const words = await renderChange("invoice", null, "AN-12 (1250.00 CAD), AN-13 (80.50 CAD)");
    expect(words).toContain("AN-12 (CA$1,250.00), AN-13 (CA$80.50)");
  });

  it("have the raw field name when the field has no label", async () => {
    const item = await renderEntry({ changes: [{ field: "shoe_size", before: 41, after: 42 }] });
    expect(within(item).getAllByText("shoe_size")[0]?.tagName).toBe("CODE");
  });
});

describe("a dated term", () => {
  const term = (details: Record<string, string>) => ({
    action: "paused" as const,
    changes: Object.entries(details).map(([field, after]) => ({ field, before: null, after })),
  });

  it("is a sentence with its day and the change of MRR", async () => {
    const details = { effective_from: "2026-11-23", mrr_change: "-2000.00", currency: "CAD" };
    const item = await renderEntry(term(details));
    expect(item).toHaveTextContent("Paused from Nov 23, 2026: MRR −CA$2,000.00");
  });

  it("has no money where nothing changes", async () => {
    const item = await renderEntry(term({ effective_from: "2026-11-23" }));
    expect(item).toHaveTextContent("Paused from Nov 23, 2026");
    expect(item).not.toHaveTextContent("MRR −");
  });
});

it("names an amendment with its difference and day", async () => {
  const details = { effective_from: "2026-11-10", amount_change: "500.00", currency: "CAD" };
  const changes = Object.entries(details).map(([field, after]) => ({ field, before: null, after }));
  const item = await renderEntry({ action: "amendment_approved", changes });
  expect(item).toHaveTextContent("amendment_approved: +CA$500.00 from Nov 10, 2026");
});
