// A movement says what caused it, with the recorded reasons and a link to the retainer.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { MrrMovement } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer } from "../../../testing/server";
import { MovementCauses } from "./MovementCauses";

installServer();

const none = { churn_reason: null, from_currency: null, reason: null };
const site = { api_id: "p1", name: "Site", can_open: true };
const movement = {
  client: { api_id: "c1", name: "Érable" },
  causes: [
    { ...none, kind: "paused", on: "2026-03-05", project: site, reason: "Quiet season" },
    { ...none, kind: "started", on: "2026-03-05", project: { ...site, api_id: "p2", name: "SEO" } },
  ],
} as unknown as MrrMovement;

it("names each cause with its reason and its retainer", async () => {
  await loadMessages("dashboard");
  renderScreen(() => <MovementCauses movement={movement} />);
  expect(await screen.findByText(/^Paused from Mar 5, 2026 \(Quiet season\)/)).toBeVisible();
  expect(screen.getByText(/^New retainer/)).toBeVisible();
  expect(screen.getByRole("link", { name: "Site" })).toHaveAttribute("href", "/projects/p1/view");
});
