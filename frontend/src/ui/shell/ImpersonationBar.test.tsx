// Tests the impersonation banner: its texts, both ways to end it, and that no data remains.
import { act, renderHook, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { HttpResponse, http } from "msw";
import { expect, it, vi } from "vitest";
import { activateLocale } from "../../i18n/translate";
import { useToasts } from "../../lib/toasts";
import { renderScreen } from "../../testing/renderScreen";
import { installServer, server, someone } from "../../testing/server";
import { ImpersonationBar } from "./ImpersonationBar";

installServer();

const HOME = `/admin/users/${someone.api_id}/view`;
const real = { ...someone, api_id: "real", name: "Olivier Gagnon", locale: "en-us" };

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();

function open(until: string) {
  const stopped = vi.fn();
  server.use(
    http.delete("/api/v1/impersonated-users", () => {
      stopped();
      return new HttpResponse(null, { status: 204 });
    }),
    http.get("/sanctum/csrf-cookie", () => new HttpResponse(null, { status: 204 })),
    http.get("/api/v1/me", () => HttpResponse.json({ data: real })),
  );
  const view = renderScreen(() => <ImpersonationBar user={someone} until={until} />, {
    otherPaths: [HOME],
  });
  view.queryClient.setQueryData(["api", "/clients"], "theirs");
  return { ...view, stopped };
}

it("shows the user and the end time, with stopping as the only button", async () => {
  const { stopped } = open(inMinutes(20));
  expect(await screen.findByText("You are signed in as Amélie Tremblay")).toBeVisible();
  expect(screen.getByRole("region")).toHaveTextContent(/until \d+:\d\d [AP]M/);
  expect(screen.getAllByRole("button").map((button) => button.textContent)).toEqual([
    "Stop session",
  ]);
  await act(() => activateLocale("fr-ca"));
  expect(screen.getByRole("region")).toHaveTextContent(/jusqu’à \d+ h \d\d/);
  await act(() => activateLocale("en-us"));
  expect(stopped).not.toHaveBeenCalled();
});

it("stops on click, clears cached data and opens the user's page as the administrator", async () => {
  const { queryClient, router, stopped } = open(inMinutes(20));
  await userEvent.click(await screen.findByRole("button", { name: "Stop session" }));
  await waitFor(() => expect(router.state.location.pathname).toBe(HOME));
  expect(stopped).toHaveBeenCalledTimes(1);
  expect(queryClient.getQueryData(["api", "/clients"])).toBeUndefined();
  expect(queryClient.getQueryData(["me"])).toMatchObject({ name: "Olivier Gagnon" });
});

it("stops automatically a few seconds early and reports it", async () => {
  const { router, stopped } = open(new Date(Date.now() + 5_300).toISOString());
  await screen.findByRole("region");
  expect(stopped).not.toHaveBeenCalled();
  const { result: toasts } = renderHook(useToasts);
  await waitFor(() => expect(router.state.location.pathname).toBe(HOME));
  await waitFor(() => expect(toasts.current[0]?.summary).toBe("Your own session is active again"));
  expect(stopped).toHaveBeenCalledTimes(1);
});
