// Tests that a value which only a newer server knows is shown as its text.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useGroupName } from "../features/insights/dashboard/useGroupName";
import { runCells } from "../features/integrations/connections/runCells";
import { linkableServices } from "../features/integrations/matching/services";
import { projectFields } from "../features/work/projects/projectFields";
import { nextStatuses } from "../features/work/projects/statuses";
import { LevelBadge } from "../features/work/retainers/LevelBadge";
import { renderScreen } from "../testing/renderScreen";
import { installServer } from "../testing/server";
import { StatusBadge } from "../ui/display/StatusBadge";
import { ValueIcon } from "../ui/display/ValueBadge";
import { PaymentStatus } from "../ui/money/PaymentStatus";

installServer();

const unknownValue = (value: string) => value as never;

it("shows an unknown status as its text", async () => {
  renderScreen(() => <StatusBadge enumName="client_status" value={unknownValue("frozen")} />);
  expect(await screen.findByText("frozen")).toBeVisible();
});

it("shows an unknown payment status as its text", async () => {
  const payment = {
    status: unknownValue("factored"),
    reason: null,
    open_amount: { amount: "0.00", currency: "CAD" },
    due_on: "2026-01-01",
  };
  renderScreen(() => <PaymentStatus payment={payment} />);
  expect(await screen.findByText("factored")).toBeVisible();
});

it("shows an unknown value of translated messages as its text", async () => {
  renderScreen(() => <LevelBadge level={unknownValue("melting")} />);
  expect(await screen.findByText("melting")).toBeVisible();
});

it("shows an unknown service as its text in a list's cell", async () => {
  const run = { service: "xero" } as never;
  renderScreen(() => <p>{runCells.service?.(run)}</p>);
  expect(await screen.findByText("xero")).toBeVisible();
});

it("shows an unknown group of a chart as its text", async () => {
  function Names() {
    const groupName = useGroupName();
    return <p>{`${groupName("active_projects", "barter")}, ${groupName("overdue", "ancient")}`}</p>;
  }
  renderScreen(() => <Names />);
  expect(await screen.findByText("barter, ancient")).toBeVisible();
});

it("offers no next status for an unknown status", () => {
  expect(nextStatuses("fixed", unknownValue("frozen"))).toEqual(["frozen"]);
});

it("offers the fields of all kinds for a project of an unknown kind", () => {
  const names = projectFields(unknownValue("subscription")).map(({ name }) => name);
  expect(names).toContain("currency");
  expect(names).not.toContain("monthly_fee");
});

it("offers no service for a match of an unknown kind", () => {
  expect(linkableServices({ kind: unknownValue("vendor"), records: [] } as never)).toEqual([]);
});

it("shows a default icon for an unknown icon", async () => {
  renderScreen(() => (
    <p>
      <ValueIcon icon={unknownValue("comet")} size={16} /> Courage
    </p>
  ));
  expect(await screen.findByText("Courage")).toBeVisible();
});
