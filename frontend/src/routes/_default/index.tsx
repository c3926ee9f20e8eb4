// Home: what needs attention today, with the dashboard's figures in the middle of it.
import { createFileRoute } from "@tanstack/react-router";

import { HomePage } from "../../features/insights/home/HomePage";
import { may } from "../../session/permissions";
import { readRawSearch } from "../../ui/table/rawSearch";
import { HomeDialogs } from "./-HomeDialogs";
import { HomeFigures } from "./-HomeFigures";

export const Route = createFileRoute("/_default/")({
  validateSearch: readRawSearch,
  loader: async ({ context: { queryClient, user } }) => {
    if (!user) return;
    const [home, figures] = await Promise.all([
      import("../../features/insights/home/prefetchHome"),
      import("../../features/insights/dashboard/prefetchFigures"),
    ]);
    await Promise.all([
      home.prefetchHome(queryClient, user),
      may(user, "dashboard.view") && figures.prefetchFigures(queryClient, user),
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
