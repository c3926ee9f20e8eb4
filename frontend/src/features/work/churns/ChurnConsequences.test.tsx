// A moved last day shows what it changes, and a closed month with its way out, before it is saved.
import { fireEvent, screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { ResourceForm } from "../../../ui/form/ResourceForm";
import { ChurnConsequences } from "./ChurnConsequences";
import { churnFields } from "./churnFields";

installServer();

const cad = (amount: string) => ({ amount, currency: "CAD" });
const preview = {
  movements: [{ on: "2026-11-01", kind: "churn", amount: cad("700.00") }],
  months: [
    {
      month: "2026-11-01",
      mrr_before: cad("700.00"),
      mrr_after: cad("0.00"),
      revenue_before: cad("700.00"),
      revenue_after: cad("23.33"),
      hours_before: "30.00",
      hours_after: "1.00",
    },
  ],
  continues: true,
  last_hours_on: null,
};

it("offers the first open day where the month is closed, and shows what that day changes", async () => {
  const days: unknown[] = [];
  server.use(
    http.post("*/api/v1/projects/p1/churn-previews", async ({ request }) => {
      const body = (await request.json()) as { effective_on: string };
      days.push(body.effective_on);
      if (body.effective_on >= "2026-11-01") return HttpResponse.json({ data: preview });
      const closed = { month: "2026-10-01", first_open_day: "2026-11-01" };
      const refusal = { code: "month_closed", message: "October 2026 is closed.", ...closed };
      return HttpResponse.json(refusal, { status: 409 });
    }),
  );
  renderScreen(() => (
    <ResourceForm
      formKey="test"
      path="/churned-projects"
      fields={churnFields.slice(0, 1)}
      prefill={{ effective_on: "2026-10-15" }}
      renderNote={(values) => (
        <ChurnConsequences path="/projects/{id}/churn-previews" id="p1" values={values} />
      )}
      onSaved={() => undefined}
    />
  ));
  expect(await screen.findByText("October 2026 is closed.")).toBeVisible();
  fireEvent.click(screen.getByRole("button", { name: "Use Nov 1, 2026 instead" }));
  expect(await screen.findByText(/^Nov 1, 2026: MRR −.*700\.00.*, churn$/)).toBeVisible();
  expect(screen.queryByText("October 2026 is closed.")).toBeNull();
  expect(days).toEqual(["2026-10-15", "2026-11-01"]);
});
