// Taking back a level of health and undoing that: the level returns with its reason and its last day.
import { HttpResponse, http } from "msw";
import { expect, it } from "vitest";
import { installServer, server } from "../../../testing/server";
import { computedHealthAction } from "./computedHealth";

installServer();

const client = {
  api_id: "6f9619ff-8b86-4d01-b42d-00cf4fc964ff",
  name: "Nordique",
  version: 3,
  health: "red",
  health_note: "New director",
  health_until: "2026-12-31",
} as const;

/** Like the server, requires a reason and a last day with a level. */
function acceptHealth(): object[] {
  const sent: object[] = [];
  server.use(
    http.patch("*/api/v1/clients/:id", async ({ request }) => {
      const body = (await request.json()) as Record<string, unknown>;
      sent.push(body);
      if (body.health && !(body.health_note && body.health_until))
        return HttpResponse.json({ message: "", errors: {} }, { status: 422 });
      return HttpResponse.json({ data: { version: Number(body.version) + 1 } });
    }),
  );
  return sent;
}

for (const [note, restored] of [
  ["New director", "New director"],
  [null, "Reason not recorded"],
] as const) {
  it(`sets a level again, ${note ? "with its reason" : "without a reason"}`, async () => {
    const sent = acceptHealth();
    const action = computedHealthAction({ ...client, health_note: note });
    await action.run();
    await action.undo().run();
    expect(sent).toEqual([
      { health: null, version: 3 },
      { health: "red", health_note: restored, health_until: "2026-12-31", version: 4 },
    ]);
  });
}
