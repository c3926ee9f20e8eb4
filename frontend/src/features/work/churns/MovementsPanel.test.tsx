// The bridge is in the reader's currency, also when all MRR is in another one.
import { screen } from "@testing-library/react";
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { loadMessages } from "../../../i18n/translate";
import { renderScreen } from "../../../testing/renderScreen";
import { installServer, server } from "../../../testing/server";
import { MovementsPanel } from "./MovementsPanel";

installServer();

it("converts the movements of the only currency, and has a view of its own", async () => {
  const asked: (string | null)[] = [];
  server.use(
    http.get("*/api/v1/churns-statistics", () =>
      HttpResponse.json({ data: { currencies: [{ currency: "USD" }] } }),
    ),
    http.get("*/api/v1/churns-analysis", ({ request }) => {
      asked.push(new URL(request.url).searchParams.get("currency"));
      return new HttpResponse(null, { status: 500 });
    }),
  );
  await Promise.all([loadMessages("dashboard"), loadMessages("retainers")]);
  renderScreen(() => <MovementsPanel />);
  const view = await screen.findByRole("link", { name: /USD/ });
  expect(view).toHaveAttribute("href", "/screen?currency=USD");
  await expect.poll(() => asked[0]).toBe("CAD");
});
