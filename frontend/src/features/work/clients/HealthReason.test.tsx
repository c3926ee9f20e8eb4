// The sentence of a reason opens the rows that its figure adds up.
import { screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Client, ClientHealth } from "../../../api/types";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { HealthReason } from "./HealthReason";

type Reason = ClientHealth["reasons"][number];

const overdue = {
  kind: "overdue",
  level: "amber",
  project: null,
  on: null,
  days: 20,
  count: 2,
  money: { amount: "420.50", currency: "USD" },
  before: null,
  percent: null,
  hours: null,
} as Reason;

it("opens the overdue invoices in the currency of the amount", async () => {
  await loadMessages("client");
  renderScreen(() => <HealthReason client={{ api_id: "1" } as Client} reason={overdue} />, {
    otherPaths: ["/invoices"],
  });
  const { search } = new URL(
    (await screen.findByRole<HTMLAnchorElement>("link", { name: /420\.50/ })).href,
  );
  expect(search).toContain("currency=USD");
});
