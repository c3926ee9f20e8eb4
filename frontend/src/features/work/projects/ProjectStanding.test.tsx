// Where figures of a project are missing, its page says which, and leads to the form.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Project } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer } from "../../../testing/server";
import { ProjectStanding } from "./ProjectStanding";

installServer();

const cad = (amount: string) => ({ amount, currency: "CAD" });
const project = {
  api_id: "p1",
  kind: "oos",
  status: "active",
  approval: "approved",
  start_on: "2026-11-01",
  end_on: null,
  deadline: null,
  budget_hours: null,
  budget_percent: null,
  hours_counted: "0.00",
  hours_logged: "0.00",
  counted_hours: "all",
  percent_done: null,
  amount: cad("6750.00"),
  billed: cad("0.00"),
  billed_percent: "0.00",
  can: ["edit"],
} as unknown as Project;

async function show(shown: Project) {
  await loadMessages("retainers");
  renderScreen(() => <ProjectStanding project={shown} />, { otherPaths: ["/projects/$id/edit"] });
  return screen.findByRole("region", { name: "Where the project stands" });
}

it("says what is missing for each bar and leads to the form", async () => {
  const standing = await show(project);
  expect(standing).not.toHaveTextContent("n/a");
  expect(standing).toHaveTextContent("No deadline. Nothing of CA$6,750.00 is billed.");
  expect(standing).toHaveTextContent("From Nov 1, 2026, no end · Set the end");
  expect(standing).toHaveTextContent("0 h logged, no budget · Set the budget");
  const links = screen.getAllByRole<HTMLAnchorElement>("link", { name: /^(Set|Estimate)/ });
  expect(links.map(({ pathname }) => pathname)).toEqual(Array(3).fill("/projects/p1/edit"));
});

it("offers no form to those who may not edit", async () => {
  const standing = await show({ ...project, can: [] });
  expect(standing).toHaveTextContent("No estimate yet");
  expect(screen.queryByRole("link", { name: /^(Set|Estimate)/ })).toBeNull();
});

it("says how much of the amount is billed", async () => {
  const standing = await show({ ...project, billed: cad("6750.00"), billed_percent: "100.00" });
  expect(standing).toHaveTextContent("No deadline. CA$6,750.00 of CA$6,750.00 is billed.");
});
