// The form of a retainer asks what its dated values would change, and nothing else.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import type { Project } from "../../../api/types";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import type { FormValues } from "../../../ui/form/fields";
import { valuesFromRecord } from "../../../ui/form/payload";
import { ProjectConsequences } from "./ProjectConsequences";
import { projectFields } from "./projectFields";

installServer();

const retainer = {
  api_id: "p1",
  name: "Forfait",
  kind: "retainer",
  status: "active",
  can: ["edit"],
  start_on: "2026-03-01",
  end_on: null,
  currency: "CAD",
  monthly_fee: { amount: "700.00", currency: "CAD" },
  billing_interval: "month",
  interval_fee: null,
} as unknown as Project;

function show(project: Project, changed: FormValues): Promise<unknown>[] {
  const sent: Promise<unknown>[] = [];
  const data = { movements: [], months: [], continues: false, last_hours_on: null };
  server.use(
    http.post("*/api/v1/projects/p1/change-previews", ({ request }) => {
      sent.push(request.json());
      return HttpResponse.json({ data });
    }),
  );
  const fields = projectFields(project.kind, project);
  const values = { ...valuesFromRecord(fields, project), ...changed };
  renderScreen(() => (
    <>
      <ProjectConsequences project={project} fields={fields} values={values} />
      <p>End of the form</p>
    </>
  ));
  return sent;
}

it("sends the changed dated values, without the other ones", async () => {
  const fee = { monthly_fee: "900.00", fee_starts_on: "2026-11-15" };
  const sent = show(retainer, { name: "Soutien", fee_reason: "Indexation", ...fee });
  expect(await screen.findByText("No figure changes.")).toBeVisible();
  expect(await Promise.all(sent)).toEqual([fee]);
});

it.each([
  ["other values change only", retainer, { name: "Soutien" }],
  ["the first day of a fee is missing", retainer, { monthly_fee: "900.00" }],
  ["it is no retainer", { ...retainer, kind: "fixed" } as Project, { end_on: "2026-12-01" }],
])("asks nothing while %s", async (_name, project, changed) => {
  const sent = show(project, changed);
  await screen.findByText("End of the form");
  expect(sent).toEqual([]);
});
