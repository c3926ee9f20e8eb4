// A value that only a newer server knows is shown as its text, and no screen goes blank over it.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useGroupName } from "../features/insights/dashboard/useGroupName";
import { runCells } from "../features/integrations/connections/runCells";
import { fittingServices } from "../features/integrations/matching/services";
import { projectFields } from "../features/work/projects/projectFields";
import { nextStatuses } from "../features/work/projects/statuses";
import { LevelBadge } from "../features/work/retainers/LevelBadge";
import { renderScreen } from "../testing/renderScreen";
import { installServer } from "../testing/server";
import { StatusBadge } from "../ui/display/StatusBadge";
import { ValueIcon } from "../ui/display/ValueBadge";
import { PaymentStatus } from "../ui/money/PaymentStatus";

installServer();

const fromNewerServer = (value: string) => value as never;

it("shows an unknown status as its text", async () => {
  renderScreen(() => <StatusBadge enumName="client_status" value={fromNewerServer("frozen")} />);
  expect(await screen.findByText("frozen")).toBeVisible();
});

it("shows an unknown payment status as its text", async () => {
  const payment = { status: fromNewerServer("factored"), reason: null, due_on: "2026-01-01" };
  renderScreen(() => <PaymentStatus payment={payment} />);
  expect(await screen.findByText("factored")).toBeVisible();
});

it("shows a value whose words are among the messages as its text", async () => {
  renderScreen(() => <LevelBadge level={fromNewerServer("melting")} />);
  expect(await screen.findByText("melting")).toBeVisible();
});

it("shows an unknown service as its text in a list's cell", async () => {
  const run = { service: "xero" } as never;
  renderScreen(() => <p>{runCells.service?.(run)}</p>);
  expect(await screen.findByText("xero")).toBeVisible();
});

it("shows an unknown part of a chart as its text", async () => {
  function Names() {
    const groupName = useGroupName();
    return <p>{`${groupName("active_projects", "barter")}, ${groupName("overdue", "ancient")}`}</p>;
  }
  renderScreen(() => <Names />);
  expect(await screen.findByText("barter, ancient")).toBeVisible();
});

it("offers no next status where the present one is unknown", () => {
  expect(nextStatuses("fixed", fromNewerServer("frozen"))).toEqual(["frozen"]);
});

it("offers the fields of all kinds for a project of an unknown kind", () => {
  const names = projectFields(fromNewerServer("subscription")).map(({ name }) => name);
  expect(names).toContain("currency");
  expect(names).not.toContain("monthly_fee");
});

it("offers no service for a match of an unknown kind", () => {
  expect(fittingServices({ kind: fromNewerServer("vendor"), parts: [] } as never)).toEqual([]);
});

it("draws an icon for an unknown one", async () => {
  renderScreen(() => (
    <p>
      <ValueIcon icon={fromNewerServer("comet")} size={16} /> Courage
    </p>
  ));
  expect(await screen.findByText("Courage")).toBeVisible();
});
