// The home page: what needs attention today, with the dashboard's figures.
import { createFileRoute } from "@tanstack/react-router";

import { KeyFigures } from "../../features/insights/dashboard/KeyFigures";
import { HomePage } from "../../features/insights/home/HomePage";
import type { HomeSearch } from "../../features/insights/home/homeSearch";
import { can } from "../../session/permissions";
import type { ScreenSearch } from "../../ui/links/screenSearch";
import { readRawSearch } from "../../ui/table/rawSearch";
import { HomeDialogs } from "./-HomeDialogs";

export const Route = createFileRoute("/_default/")({
  staticData: { messages: ["home"] },
  validateSearch: (raw: Record<string, unknown>): ScreenSearch & HomeSearch => readRawSearch(raw),
  loader: async ({ context: { queryClient, user }, location }) => {
    if (!user) return;
    const [home, figures] = await Promise.all([
      import("../../features/insights/home/prefetchHome"),
      import("../../features/insights/dashboard/prefetchFigures"),
    ]);
    await Promise.all([
      home.prefetchHome(queryClient, user, location.search as ScreenSearch),
      can(user, "dashboard.view") &&
        !home.isOnlyEmployee(user) &&
        figures.prefetchFigures(queryClient, user),
    ]);
  },
  component: Screen,
});

function Screen() {
  return (
    <>
      <HomePage figures={<KeyFigures />} />
      <HomeDialogs />
    </>
  );
}
