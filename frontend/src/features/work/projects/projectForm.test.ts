// The form of a project: fields by kind and permission, statuses, and values from a deal.
import { describe, expect, it } from "vitest";
import type { DealRow, Project } from "../../../api/types";
import { someone } from "../../../testing/server";
import { type FormValues, visibleFields } from "../../../ui/form/fields";
import { creationPayload, valuesFromRecord } from "../../../ui/form/payload";
import { parseCreateSearch } from "./createSearch";
import { defaultPrefill, prefillFromDeal } from "./prefill";
import { fieldsFromToday, projectFields } from "./projectFields";
import { nextStatuses } from "./statuses";

const id = (last: number) => `0197a2c4-0000-7000-8000-00000000000${last}`;
const deal: DealRow = {
  api_id: id(1),
  name: "Refonte du site",
  budget: { amount: "12500.00", currency: "USD" },
  hourly_rate: null,
  account_manager: { api_id: id(2), name: "Maëlle" },
  project_type: "fixed",
  project_team: null,
  client: { api_id: id(3), name: "Érablière" },
  stage: "closedwon",
  probability: "1.0000",
  state: "won",
  closed_on: "2026-11-02",
  project: null,
  source_url: null,
  synced_at: "2026-11-20T00:00:00Z",
  deleted_at: null,
};

const names = (fields: readonly { name: string }[]) => fields.map(({ name }) => name);

function makeProject(overrides: Partial<Project>): Project {
  return {
    kind: "retainer",
    status: "active",
    can: ["edit"],
    monthly_fee: { amount: "1000.00", currency: "CAD" },
    billing_interval: "month",
    interval_fee: null,
    hourly_rate: null,
    overage_rate: null,
    ...overrides,
  } as Project;
}

describe("fields by kind", () => {
  it("contains only the fields of its kind", () => {
    expect(names(projectFields("fixed"))).toEqual(expect.arrayContaining(["client", "amount"]));
    expect(names(projectFields("fixed"))).not.toContain("sold_by");
    expect(names(projectFields("oos"))).toEqual(expect.arrayContaining(["sold_by", "sold_on"]));
    expect(names(projectFields("retainer"))).toEqual(
      expect.arrayContaining(["monthly_fee", "billing_day", "rollover"]),
    );
    expect(names(projectFields("retainer"))).not.toContain("amount");
  });

  it("shows the client of an existing project as fixed once something belongs to it", () => {
    const clientOf = (client_fixed_by: Project["client_fixed_by"]) =>
      projectFields("fixed", makeProject({ client_fixed_by })).find(
        ({ name }) => name === "client",
      );
    expect(clientOf("hours")?.fixed).toBe("dated_terms.fixed.hours");
    expect(clientOf(null)).toBeDefined();
    expect(clientOf(null)?.fixed).toBeUndefined();
  });

  it("shows currency and first day as fixed, with the reason", () => {
    const fixed = (project: Project) =>
      projectFields("retainer", project).flatMap((field) =>
        field.fixed ? [[field.name, field.fixed]] : [],
      );
    expect(fixed(makeProject({ fixed_by: "invoice" }))).toEqual([
      ["start_on", "dated_terms.fixed.invoice"],
      ["currency", "dated_terms.fixed.invoice"],
    ]);
    expect(fixed(makeProject({ fixed_by: null }))).toEqual([]);
  });

  it("shows an approved amount as fixed", () => {
    const amountOf = (approved_on: string | null) => {
      const amount = { amount: "100.00", currency: "CAD" };
      const project = makeProject({ kind: "oos", amount, approved_on });
      return projectFields("oos", project).find(({ name }) => name === "amount")?.fixed;
    };
    expect(amountOf("2026-11-04")).toBe("projects.help.amount_approved");
    expect(amountOf(null)).toBeUndefined();
  });

  it("contains only billing fields for users who may edit billing", () => {
    expect(names(projectFields("retainer", makeProject({ can: ["edit_billing"] })))).toEqual([
      "start_on",
      "end_on",
      "currency",
      "billing_interval",
      "monthly_fee",
      "interval_fee",
      "fee_starts_on",
      "fee_reason",
      "hourly_rate",
      "overage_rate",
      "billing_day",
      "term_months",
      "renews_on",
    ]);
  });

  it("omits amounts that the user may not see", () => {
    const { monthly_fee: _, hourly_rate: __, overage_rate: ___, ...withoutMoney } = makeProject({});
    const fieldNames = names(projectFields("retainer", withoutMoney as Project));
    expect(fieldNames).not.toContain("monthly_fee");
    expect(fieldNames).toContain("included_hours");
  });

  it("shows start and reason only for a changed fee", () => {
    const fields = projectFields("retainer", makeProject({}));
    const startField = fields.find(({ name }) => name === "fee_starts_on");
    const isShown = (values: FormValues) => startField?.visibleWhen?.(values);
    expect(isShown({ billing_interval: "month", monthly_fee: "1000.00" })).toBe(false);
    expect(isShown({ billing_interval: "month", monthly_fee: "1200.00" })).toBe(true);
    expect(isShown({ billing_interval: "year", monthly_fee: "1000.00" })).toBe(true);
  });

  it("asks for the fee of the billing interval", () => {
    const shown = (interval: string) =>
      names(visibleFields(projectFields("retainer"), { billing_interval: interval }));
    expect(shown("month")).toContain("monthly_fee");
    expect(shown("month")).not.toContain("interval_fee");
    expect(shown("quarter")).toContain("interval_fee");
    expect(shown("quarter")).not.toContain("monthly_fee");
  });
});

describe("fields that hold from today", () => {
  const of = (overrides: Partial<Project>) => {
    const project = makeProject({ start_on: "2026-03-01", ...overrides });
    return names(fieldsFromToday(projectFields("retainer", project), project, "2026-11-20"));
  };

  it("include the terms of hours once the retainer has begun", () => {
    expect(of({})).toContain("included_hours");
    expect(of({ start_on: "2026-11-20" })).not.toContain("included_hours");
    expect(of({ status: "draft" })).not.toContain("rollover");
    expect(of({ status: "draft" })).toContain("team");
  });
});

describe("statuses", () => {
  it("are those that may follow for the kind", () => {
    expect(nextStatuses("fixed", "active")).toEqual([
      "active",
      "on_hold",
      "completed",
      "cancelled",
    ]);
    expect(nextStatuses("retainer", "active")).toContain("ended");
    expect(nextStatuses("retainer", "active")).not.toContain("completed");
    expect(nextStatuses("retainer", "churned")).toEqual(["churned"]);
  });
});

describe("from a won deal", () => {
  it("prefills all values, in the deal's currency", () => {
    const start = defaultPrefill(someone, new Date("2026-11-21T03:00:00Z"));
    const fields = projectFields("fixed");
    // With the organization's defaults for new projects.
    const defaults = { ...start, counted_hours: "all" };
    const values = valuesFromRecord(fields, { ...defaults, ...prefillFromDeal("fixed", deal) });
    expect(creationPayload(fields, values)).toEqual({
      name: "Refonte du site",
      client: id(3),
      status: "active",
      account_manager: id(2),
      start_on: "2026-11-20",
      currency: "USD",
      amount: "12500.00",
      counted_hours: "all",
    });
  });

  it("prefills the hourly rate, and its currency if the deal has no amount", () => {
    const rate = { amount: "147.50", currency: "EUR" };
    const fields = projectFields("fixed");
    const record = prefillFromDeal("fixed", { ...deal, budget: null, hourly_rate: rate });
    const payload = creationPayload(fields, valuesFromRecord(fields, record));
    expect(payload).toMatchObject({ hourly_rate: "147.50", currency: "EUR" });
    expect(payload).not.toHaveProperty("amount");
  });

  it("does not prefill a retainer's monthly fee", () => {
    const retainer = prefillFromDeal("retainer", deal);
    expect(retainer).not.toHaveProperty("monthly_fee");
    expect(retainer).not.toHaveProperty("amount");
  });

  it("parses valid search parameters and ignores others", () => {
    expect(parseCreateSearch({ kind: "oos", deal: id(1), page: 2 })).toEqual({
      kind: "oos",
      deal: id(1),
      page: 2,
    });
    expect(parseCreateSearch({ kind: "gift", deal: "1 or 1=1" })).toEqual({});
  });
});
