// The home page: what needs attention today, with the dashboard's figures.
import { createFileRoute } from "@tanstack/react-router";

import { HomePage } from "../../features/insights/home/HomePage";
import type { HomeSearch } from "../../features/insights/home/homeSearch";
import { can } from "../../session/permissions";
import type { ScreenSearch } from "../../ui/links/screenSearch";
import { readRawSearch } from "../../ui/table/rawSearch";
import { HomeDialogs } from "./-HomeDialogs";
import { HomeFigures } from "./-HomeFigures";

export const Route = createFileRoute("/_default/")({
  staticData: { messages: ["personal", "retainers"] },
  validateSearch: (raw: Record<string, unknown>): ScreenSearch & HomeSearch => readRawSearch(raw),
  loader: async ({ context: { queryClient, user } }) => {
    if (!user) return;
    const [home, figures] = await Promise.all([
      import("../../features/insights/home/prefetchHome"),
      import("../../features/insights/dashboard/prefetchFigures"),
    ]);
    await Promise.all([
      home.prefetchHome(queryClient, user),
      can(user, "dashboard.view") && figures.prefetchFigures(queryClient, user),
    ]);
  },
  component: Screen,
});

function Screen() {
  return (
    <>
      <HomePage figures={<HomeFigures />} />
      <HomeDialogs />
    </>
  );
}
